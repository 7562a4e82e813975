/* assert is known to the compiler. */
#pragma once
