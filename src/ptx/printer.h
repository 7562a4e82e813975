/* What the printer's files share. */
#ifndef CULAB_PTX_PRINTER_H
#define CULAB_PTX_PRINTER_H

#include "base/strbuf.h"
#include "ptx/ir.h"

/* Names to print in place of a function's own, so that one flat scope can hold them all. Arrays are
 * by index; NULL: the names as they are. */
typedef struct Printer {
    const PtxFunction *function;
    StrBuf *out;
    View *regs, *locals, *labels, *tables;
} Printer;

void printer_inst(const Printer *printer, const PtxInst *inst);
View printer_reg(const Printer *printer, uint32_t reg);
View printer_table(const Printer *printer, const PtxTable *table);
/* The label before this instruction; "$end" when there is none, which the parser doesn't make. */
View printer_label(const Printer *printer, uint32_t inst);
/* ".global .align 4 .b8 name[16] = {...}" without linkage and ";". */
void printer_variable(StrBuf *out, const PtxSymbol *symbol, View name);
void printer_function(const PtxModule *module, const PtxFunction *function, StrBuf *out);
/* Its declaration, up to the ")" or the directives, without ";". */
void printer_header(const PtxFunction *function, View name, StrBuf *out);

#endif
