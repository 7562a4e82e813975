/* What instructions for the first devices leave unsaid. */
#ifndef CULAB_PTX_OLD_WORDS_H
#define CULAB_PTX_OLD_WORDS_H

#include "ptx/form.h"
#include "ptx/ir.h"

/* Adds to the words of a mnemonic those that the module's target implies: for sm_1x numbers of 32
 * bits that are subnormal count as 0, and mad.f32 is what a newer device makes of it, a fused one
 * (ISA 9.7.3, "Target ISA Notes"). Returns how many words there are then. */
uint32_t old_words_add(const PtxModule *module, PtxOp op, View words[FORM_WORDS_MAX],
                       uint32_t count);

#endif
