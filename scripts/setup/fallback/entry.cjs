// The first file of a utility process on the fallback: mends it, then loads the file that was meant.
"use strict";
require("./mend.cjs");

const file = process.env["FALLBACK_ENTRY"] ?? "";
delete process.env.FALLBACK_ENTRY;
process.argv[1] = file;
require(file);
