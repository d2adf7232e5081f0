/** What the cells of a workbook (.xlsx) refer to: its sheets, the texts that cells share, and which styles are dates. */
import { UserError } from '../../errors.js';
import { createTurns, inTurns, type Steps } from '../../turns.js';
import type { InflateOptions } from '../source/inflate.js';
import { tooLarge } from '../source/read-all.js';
import { openZip } from '../source/zip.js';
import { attributeOf, xmlParts } from './xml.js';

export interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly xml: () => Promise<string> }[];
  readonly sharedTexts: readonly string[];
  /** Whether the cells of a style show dates. */
  readonly isDate: readonly boolean[];
  /** Days between 1970-01-01 and day 0 of the workbook. */
  readonly dayZero: number;
}

const [days1900, days1904] = [-25_569, -24_107];
/** Of the parts that tell of sheets and styles; those that Excel writes are some kilobytes. */
const longestSmallPart = 2 ** 25;
/** What a text takes at least. */
const textBytes = 32;

export async function openWorkbook(bytes: Uint8Array, options: InflateOptions): Promise<Workbook> {
  const { name, signal } = options;
  const files = new Map(openZip(bytes, { ...options, isWanted }).map((file) => [file.name, file]));
  const xmlOf = async (path: string) => {
    const found = await files.get(path)?.read();
    return found === undefined ? '' : new TextDecoder().decode(found);
  };
  const smallXmlOf = async (path: string) => {
    const xml = await xmlOf(path);
    if (xml.length <= longestSmallPart) return xml;
    throw new UserError('data', `${name}: its part ${path} is larger than that of any workbook; is the file damaged?`);
  };
  const book = await smallXmlOf('xl/workbook.xml');
  const places = await inTurns(relations(await smallXmlOf('xl/_rels/workbook.xml.rels')), signal);
  const named = await inTurns(sheetNames(book), signal);
  const sheets = named.flatMap((sheet) => {
    const path = places.get(sheet.id);
    return path !== undefined && files.has(path) ? [{ name: sheet.name ?? path, xml: () => xmlOf(path) }] : [];
  });
  if (sheets.length === 0) throw new UserError('data', `${name}: the workbook holds no sheet of cells; is it damaged?`);
  return {
    sheets,
    sharedTexts: await sharedTexts(await xmlOf('xl/sharedStrings.xml'), options),
    isDate: await inTurns(dateStyles(await smallXmlOf('xl/styles.xml')), signal),
    dayZero: /date1904="(1|true)"/.test(book) ? days1904 : days1900,
  };
}

/** The parts of a workbook that cells refer to. */
function isWanted(path: string): boolean {
  return /^xl\/(workbook|styles|sharedStrings|worksheets\/[^/]+|_rels\/workbook)\.xml(\.rels)?$/.test(path);
}

function* sheetNames(xml: string): Steps<readonly { readonly id: string; readonly name: string | undefined }[]> {
  const found: { id: string; name: string | undefined }[] = [];
  for (const part of xmlParts(xml)) {
    yield 1;
    if (part.kind !== 'open' || part.name !== 'sheet') continue;
    found.push({ id: attributeOf(part.attributes, 'id') ?? '', name: attributeOf(part.attributes, 'name') });
  }
  return found;
}

/** Path of every part of the workbook by its identifier. */
function* relations(xml: string): Steps<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const part of xmlParts(xml)) {
    yield 1;
    if (part.kind !== 'open' || part.name !== 'Relationship') continue;
    const target = attributeOf(part.attributes, 'Target') ?? '';
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    found.set(attributeOf(part.attributes, 'Id') ?? '', path);
  }
  return found;
}

/** Texts may be cut into runs of different looks; what is said of their sound (rPh) is none of them. */
async function sharedTexts(xml: string, { name, limit, signal }: InflateOptions): Promise<string[]> {
  const turn = createTurns(signal);
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let isSound = false;
  let held = 0;
  for (const part of xmlParts(xml)) {
    if (turn.isDue(1)) await turn.take();
    if (held > limit) throw tooLarge(name, limit);
    if (part.kind === 'text') {
      if (isText && !isSound) text += part.text;
    } else if (part.kind === 'open') {
      if (part.name === 'si') text = '';
      if (part.name === 't') isText = !part.isEmpty;
      if (part.name === 'rPh') isSound = true;
      if (part.name === 'si' && part.isEmpty) texts.push('');
    } else {
      if (part.name === 't') isText = false;
      if (part.name === 'rPh') isSound = false;
      if (part.name !== 'si') continue;
      texts.push(text);
      held += textBytes + text.length;
    }
  }
  return texts;
}

/** The numbers of Excel's own formats that show dates. */
const builtInDates: ReadonlySet<number> = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

function* dateStyles(xml: string): Steps<boolean[]> {
  const own = new Map<number, boolean>();
  const styles: boolean[] = [];
  let isCellStyle = false;
  for (const part of xmlParts(xml)) {
    yield 1;
    if (part.kind === 'text') continue;
    if (part.name === 'cellXfs') isCellStyle = part.kind === 'open' && !part.isEmpty;
    if (part.kind !== 'open') continue;
    if (part.name === 'numFmt') {
      const code = attributeOf(part.attributes, 'formatCode') ?? '';
      own.set(Number(attributeOf(part.attributes, 'numFmtId')), isDateFormat(code));
    }
    if (part.name === 'xf' && isCellStyle) {
      const format = Number(attributeOf(part.attributes, 'numFmtId') ?? 0);
      styles.push(own.get(format) ?? builtInDates.has(format));
    }
  }
  return styles;
}

/** Letters of years, months, days or hours outside quotes and brackets. */
function isDateFormat(code: string): boolean {
  return /[ymdhs]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '').replace(/general/gi, ''));
}
