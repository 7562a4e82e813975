/* User objects: something of the caller's that graphs keep alive. */
#include "sim/api/user_object.h"

#include <stdlib.h>
#include <string.h>

#include "sim/api/graph.h"

struct CUuserObject_st {
    void *value;
    CUhostFn destroy;
    unsigned references;
    UserObject *next; /* in library()->dying */
};

void user_object_release(UserObject *object, unsigned count)
{
    object->references -= count < object->references ? count : object->references;
    if (object->references)
        return;
    handle_remove(object);
    object->next = library()->dying;
    library()->dying = object;
}

void user_objects_destroy(UserObject *list)
{
    while (list) {
        UserObject *object = list;
        list = object->next;
        object->destroy(object->value);
        free(object);
    }
}

CUresult cuUserObjectCreate(CUuserObject *out, void *value, CUhostFn destroy, unsigned int count,
                            unsigned int flags)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    if (!out || !destroy || !count || count > INT32_MAX ||
        flags != CU_USER_OBJECT_NO_DESTRUCTOR_SYNC)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    UserObject *object = calloc(1, sizeof *object);
    if (!object || !handle_add(object, HANDLE_USER_OBJECT)) {
        free(object);
        return api_leave(CUDA_ERROR_OUT_OF_MEMORY);
    }
    *object = (UserObject){value, destroy, count, NULL};
    *out = object;
    return api_leave(CUDA_SUCCESS);
}

/* Enters with an object, and a number of references that can be. */
static CUresult enter_object(CUuserObject object, unsigned count)
{
    CUresult result = api_enter();
    if (result != CUDA_SUCCESS)
        return result;
    return handle_is(object, HANDLE_USER_OBJECT) && count && count <= INT32_MAX
               ? CUDA_SUCCESS
               : api_leave(CUDA_ERROR_INVALID_VALUE);
}

CUresult cuUserObjectRetain(CUuserObject object, unsigned int count)
{
    CUresult result = enter_object(object, count);
    if (result != CUDA_SUCCESS)
        return result;
    object->references += count;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuUserObjectRelease(CUuserObject object, unsigned int count)
{
    CUresult result = enter_object(object, count);
    if (result != CUDA_SUCCESS)
        return result;
    user_object_release(object, count);
    return api_leave(CUDA_SUCCESS);
}

static UserReference *reference_find(const Graph *graph, const UserObject *object)
{
    for (size_t i = 0; i < graph->reference_count; i++)
        if (graph->references[i].object == object)
            return &graph->references[i];
    return NULL;
}

static UserReference *reference_make(Graph *graph, UserObject *object)
{
    UserReference *found = reference_find(graph, object);
    if (found)
        return found;
    UserReference *grown = realloc(graph->references, (graph->reference_count + 1) * sizeof *grown);
    if (!grown)
        return NULL;
    graph->references = grown;
    grown[graph->reference_count] = (UserReference){object, 0};
    return &grown[graph->reference_count++];
}

CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned int count,
                                 unsigned int flags)
{
    CUresult result = enter_object(object, count);
    if (result != CUDA_SUCCESS)
        return result;
    if (!graph_is(graph) || flags & ~(unsigned)CU_GRAPH_USER_OBJECT_MOVE)
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    UserReference *reference = reference_make(graph, object);
    if (!reference)
        return api_leave(CUDA_ERROR_OUT_OF_MEMORY);
    reference->count += count;
    if (!(flags & CU_GRAPH_USER_OBJECT_MOVE))
        object->references += count;
    return api_leave(CUDA_SUCCESS);
}

CUresult cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned int count)
{
    CUresult result = enter_object(object, count);
    if (result != CUDA_SUCCESS)
        return result;
    if (!graph_is(graph))
        return api_leave(CUDA_ERROR_INVALID_VALUE);
    /* Of references that the graph doesn't have nothing is said. */
    UserReference *reference = reference_find(graph, object);
    if (!reference)
        return api_leave(CUDA_SUCCESS);
    count = count < reference->count ? count : reference->count;
    reference->count -= count;
    if (!reference->count)
        *reference = graph->references[--graph->reference_count];
    user_object_release(object, count);
    return api_leave(CUDA_SUCCESS);
}

bool user_references_copy(const Graph *from, Graph *to)
{
    for (size_t i = 0; i < from->reference_count; i++) {
        UserReference *reference = reference_make(to, from->references[i].object);
        if (!reference)
            return false;
        reference->count++;
        reference->object->references++;
    }
    return true;
}

bool user_references_take(Graph *to, const Graph *from)
{
    Graph before = {.references = to->references, .reference_count = to->reference_count};
    to->references = NULL;
    to->reference_count = 0;
    if (user_references_copy(from, to)) {
        user_references_drop(&before);
        return true;
    }
    user_references_drop(to);
    to->references = before.references;
    to->reference_count = before.reference_count;
    return false;
}

void user_references_drop(Graph *graph)
{
    for (size_t i = 0; i < graph->reference_count; i++)
        user_object_release(graph->references[i].object, graph->references[i].count);
    free(graph->references);
    graph->references = NULL;
    graph->reference_count = 0;
}
