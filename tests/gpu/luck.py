"""What two devices' reasons have in common by right: whether a race spoils the values is the hardware's luck, and so is
what memory holds that nobody has written."""
CHANCE = {"shared-race", "global-race", "grid-race", "stream-race", "host-race", "read-before-sync",
          "uninitialised-shared", "uninitialised-global", "uninitialised-local"}
OF_LUCK = {"wrong-values", "not-written"}


def without_luck(gpu, sim):
    """Both lists of reasons; where both tell of the same chance, without what may come of it."""
    if not CHANCE & set(gpu) & set(sim):
        return gpu, sim
    return tuple([reason for reason in reasons if reason not in OF_LUCK] for reasons in (gpu, sim))
