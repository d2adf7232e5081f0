/** The little of XML that spreadsheets need: tags with their attributes, and the text between them, one after another. */

export type XmlPart =
  | { readonly kind: 'open'; readonly name: string; readonly attributes: string; readonly isEmpty: boolean }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string };

/** Names come without their prefix; comments and declarations are passed over. */
export function* xmlParts(xml: string): Generator<XmlPart> {
  let at = 0;
  while (at < xml.length) {
    const open = xml.indexOf('<', at);
    if (open < 0) break;
    if (open > at) yield { kind: 'text', text: decodeXml(xml.slice(at, open)) };
    const close = xml.indexOf('>', open);
    if (close < 0) break;
    at = close + 1;
    const inside = xml.slice(open + 1, close);
    if (inside.startsWith('?') || inside.startsWith('!')) continue;
    const isClosing = inside.startsWith('/');
    const [, name = ''] = /^\/?(?:[\w.-]+:)?([\w.-]+)/.exec(inside) ?? [];
    if (isClosing) yield { kind: 'close', name };
    else yield { kind: 'open', name, attributes: inside, isEmpty: inside.endsWith('/') };
  }
}

/** The value of an attribute, by its name without a prefix. */
export function attributeOf(attributes: string, name: string): string | undefined {
  const [, value] = new RegExp(`\\s(?:[\\w.-]+:)?${name}="([^"]*)"`).exec(attributes) ?? [];
  return value === undefined ? undefined : decodeXml(value);
}

const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }),
);

function decodeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, code: string) => {
    if (!code.startsWith('#')) return entities.get(code) ?? whole;
    const point = code[1].toLowerCase() === 'x' ? Number.parseInt(code.slice(2), 16) : Number(code.slice(1));
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}
