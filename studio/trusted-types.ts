/**
 * Trusted Types (`require-trusted-types-for 'script'` in the page's policy): no text becomes markup or the address of a script
 * unless it comes through here. Functions, because the build drops what is imported for its effects alone.
 */
import type { Markup } from '../src/report/markup.js';

interface TrustedTypes {
  createPolicy(name: string, rules: Readonly<Record<string, (text: string) => string>>): Policy;
}

interface Policy {
  createHTML(text: string): string;
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

/** Workers are started from the page's own address alone. To be called once, before the first of them, in page and worker. */
export function trustOwnScripts(): void {
  trustedTypes?.createPolicy('default', {
    createScriptURL(address) {
      if (new URL(address, location.href).origin === location.origin) return address;
      throw new TypeError(`a script of another place was asked for: ${address}`);
    },
  });
}

let policy: Policy | undefined;

/** The markup of a drawing, in which every text has been escaped. */
export function trustMarkup({ text }: Markup): string {
  if (trustedTypes === undefined) return text;
  policy ??= trustedTypes.createPolicy('neurofs', { createHTML: (markup) => markup });
  return policy.createHTML(text);
}
