/* Markdown to a document: headings, lists, quotes, code, emphasis; drawings in code blocks are kept
 * as they are. */
#ifndef CULAB_VIEW_MARKDOWN_H
#define CULAB_VIEW_MARKDOWN_H

#include "view/document.h"

void markdown_layout(Document *document, View source);

#endif
