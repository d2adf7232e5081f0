// A transform of the AssemblyScript compiler that writes down what it knows of the kernels, as a TypeScript module and as
// a C header: the name, arguments and result of every exported kernel, the layout of every record (an unmanaged class), and
// every exported whole number. The kernels are so the one place where these are declared; TypeScript and C are checked
// against them.
import { writeFileSync } from 'node:fs';
import { Transform } from 'assemblyscript/transform';

/** Kernels that are cut over threads end with these arguments; who needs a place of its own takes the third. */
const rangeArguments = ['from', 'to', 'thread'];

export default class DescribeKernels extends Transform {
  afterCompile() {
    const files = [...this.program.filesByName.values()].filter(({ internalName }) =>
      internalName.startsWith('kernels/'),
    );
    const entry = files.find(({ internalName }) => internalName === 'kernels/index');
    const kernels = exportedElements(entry).filter(isCompiledFunction).map(describeKernel).sort(byName);
    const members = files.flatMap((file) =>
      [...(file.members?.values() ?? [])].filter(({ parent }) => parent === file),
    );
    const records = members.filter(isRecord).map(describeRecord).sort(byName);
    const numbers = files.flatMap(exportedElements).filter(isWholeNumber).map(describeNumber).sort(byName);
    const {
      NEUROFS_KERNELS_FILE: path,
      NEUROFS_KERNELS_HEADER: header,
      NEUROFS_KERNELS_VERSION: version,
    } = process.env;
    writeFileSync(path, render(kernels, records, numbers, version));
    writeFileSync(header, renderHeader(kernels, records, numbers, version));
  }
}

function exportedElements({ exports, exportsStar }) {
  return [...(exports?.values() ?? []), ...(exportsStar ?? []).flatMap(exportedElements)];
}

function isCompiledFunction({ instances, functionTypeNode }) {
  return functionTypeNode !== undefined && (instances?.size ?? 0) > 0;
}

function describeKernel({ name, instances }) {
  const [{ signature, declaration }] = instances.values();
  const parameters = declaration.signature.parameters.map((parameter, place) => ({
    name: parameter.name.text,
    type: typescriptType(signature.parameterTypes[place].toString()),
    cType: cTypes[signature.parameterTypes[place].toString()],
  }));
  const start = parameters.findIndex(
    (parameter, place) => parameter.name === 'from' && parameters[place + 1]?.name === 'to',
  );
  const range = start < 0 ? [] : parameters.slice(start);
  if (!range.every((parameter, place) => parameter.name === rangeArguments[place])) {
    throw new Error(`kernel ${name} must end with ${rangeArguments.join(', ')}, thread being optional`);
  }
  return {
    name,
    given: start < 0 ? parameters : parameters.slice(0, start),
    range,
    result: signature.returnType.toString() === 'void' ? 'void' : 'number',
  };
}

function typescriptType(type) {
  if (type === 'usize') return 'Address';
  if (type === 'i32' || type === 'f32' || type === 'f64') return 'number';
  throw new Error(`a kernel takes a value of the type ${type}, which its callers cannot give`);
}

/** What C calls the types; addresses are whole numbers in records. */
const cTypes = { usize: 'uint32_t', i32: 'int32_t', u32: 'uint32_t', f32: 'float', f64: 'double' };

function isRecord({ instances }) {
  const [instance] = instances?.values() ?? [];
  return instance?.nextMemoryOffset !== undefined && instance.type.isUnmanaged;
}

function describeRecord({ name, instances }) {
  const [record] = instances.values();
  const fields = [...record.members.values()].flatMap(({ instance }) =>
    instance?.memoryOffset >= 0 ? [instance] : [],
  );
  return {
    name,
    bytes: record.nextMemoryOffset,
    fields: fields.map((field) => ({ name: field.name, at: field.memoryOffset, type: field.type.toString() })),
  };
}

function isWholeNumber({ declaration }) {
  return /^\d+$/.test(declaration?.initializer?.range.toString() ?? '');
}

function describeNumber({ name, declaration }) {
  return { name, value: declaration.initializer.range.toString() };
}

function byName(a, b) {
  return a.name < b.name ? -1 : 1;
}

function render(kernels, records, numbers, version) {
  const list = (parameters) => `[${parameters.map(({ name, type }) => `${name}: ${type}`).join(', ')}]`;
  return [
    '// Made by scripts/build.mjs from kernels/. Do not edit.',
    "import type { Address } from './address.js';",
    '',
    '/** Every kernel: what it is given, the range it is cut by (where it is), and what it returns. */',
    'export interface KernelSignatures {',
    ...kernels.map(
      ({ name, given, range, result }) =>
        `  readonly ${name}: { given: ${list(given)}; range: ${list(range)}; result: ${result} };`,
    ),
    '}',
    '',
    "/** Every kernel's name, in a fixed order that threads agree on. */",
    `export const kernelNames = [${kernels.map(({ name }) => `'${name}'`).join(', ')}] as const;`,
    '',
    '/** What the kernels were made from: others, such as an addon built earlier, must not stand in for them. */',
    `export const kernelsVersion = '${version}';`,
    '',
    '/** Where the fields of the records stand that kernels read and write, in bytes. */',
    'export const layouts = {',
    ...records.flatMap(({ name, bytes, fields }) => [
      `  ${name}: {`,
      `    bytes: ${bytes},`,
      '    fields: {',
      ...fields.map((field) => `      ${field.name}: { at: ${field.at}, type: '${field.type}' },`),
      '    },',
      '  },',
    ]),
    '} as const;',
    '',
    '/** Numbers that kernels and their callers must agree on. */',
    'export const kernelNumbers = {',
    ...numbers.map(({ name, value }) => `  ${name}: ${value},`),
    '} as const;',
    '',
  ].join('\n');
}

/**
 * For every kernel the arguments of a call, taken from the doubles n[0], n[1] ..., how many there are, and which of them are
 * addresses; for every record a struct.
 */
function renderHeader(kernels, records, numbers, version) {
  return [
    '/* Made by scripts/build.mjs from kernels/. Do not edit. */',
    '#include <stddef.h>',
    '#include <stdint.h>',
    '',
    `#define KERNELS_VERSION "${version}"`,
    '',
    ...kernels.flatMap(({ name, given, range }) => {
      const parameters = [...given, ...range];
      const isAddress = ({ type }) => type === 'Address';
      const read = (parameter, place) =>
        isAddress(parameter) ? `at(memory, n[${place}])` : `(${parameter.cType})n[${place}]`;
      const addresses = parameters.reduce((bits, parameter, place) => bits | (isAddress(parameter) << place), 0);
      return [
        `#define ARGUMENTS_${name} ${parameters.map(read).join(', ')}`,
        `#define ARGUMENT_COUNT_${name} ${parameters.length}`,
        `#define ADDRESSES_${name} ${addresses}u`,
      ];
    }),
    '',
    ...records.flatMap(({ name, bytes, fields }) => [
      `typedef struct { ${fields.map((field) => `${cTypes[field.type]} ${field.name};`).join(' ')} } ${name};`,
      ...fields.map((field) => `_Static_assert(offsetof(${name}, ${field.name}) == ${field.at}, "${field.name}");`),
      `_Static_assert(sizeof(${name}) >= ${bytes}, "${name}");`,
    ]),
    '',
    `enum { ${numbers.map(({ name, value }) => `${name} = ${value}`).join(', ')} };`,
    '',
  ].join('\n');
}
