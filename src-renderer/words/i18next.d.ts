// Makes every key and every parameter of the English catalogue part of the type of `t`.
import "i18next";
import type { en } from "./en.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translation";
    returnNull: false;
    resources: { translation: typeof en };
  }
}
