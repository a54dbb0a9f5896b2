import { parseSync, Visitor } from 'oxc-parser';

/**
 * What the boundary rules need to know about one file.
 * @typedef {object} SourceFacts
 * @property {string} file relative to the project, with forward slashes
 * @property {{ specifier: string, typeOnly: boolean, line: number }[]} imports static and dynamic imports and re-exports
 * @property {{ object: string, method: string, line: number }[]} calls method calls on a name or a member
 * @property {number[]} processEnvLines where the environment is read
 * @property {number[]} exportAllLines where `export *` stands
 */

/** @returns {SourceFacts} */
export function readFacts(file, source) {
  const { program, module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const lineOf = lineFinder(source);
  const imports = [];
  for (const { moduleRequest, entries, start } of module.staticImports) {
    const typeOnly = entries.length > 0 && entries.every((entry) => entry.isType);
    imports.push({ specifier: moduleRequest.value, typeOnly, line: lineOf(start) });
  }
  const exportAllLines = [];
  for (const { entries, start } of module.staticExports) {
    const from = entries.find((entry) => entry.moduleRequest)?.moduleRequest;
    if (!from) continue;
    imports.push({ specifier: from.value, typeOnly: entries.every((entry) => entry.isType), line: lineOf(start) });
    if (entries.some((entry) => entry.importName.kind.startsWith('All'))) exportAllLines.push(lineOf(start));
  }
  for (const { moduleRequest, start } of module.dynamicImports) {
    const text = source.slice(moduleRequest.start, moduleRequest.end);
    const literal = /^(['"`])([^$]*)\1$/.exec(text)?.[2];
    if (literal !== undefined) imports.push({ specifier: literal, typeOnly: false, line: lineOf(start) });
  }
  const calls = [];
  const processEnvLines = [];
  new Visitor({
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.computed) return;
      calls.push({ object: lastName(callee.object), method: callee.property.name, line: lineOf(node.start) });
    },
    MemberExpression(node) {
      if (lastName(node.object) === 'process' && propertyName(node) === 'env') processEnvLines.push(lineOf(node.start));
    },
    // `const { env } = process` and `import { env } from 'node:process'`
    VariableDeclarator(node) {
      if (node.id.type !== 'ObjectPattern' || node.init?.type !== 'Identifier' || node.init.name !== 'process') return;
      processEnvLines.push(lineOf(node.start));
    },
  }).visit(program);
  for (const { moduleRequest, entries, start } of module.staticImports) {
    const readsEnv = entries.some(
      (entry) => ['env', null].includes(entry.importName.name) || entry.importName.kind === 'Default',
    );
    if (/^(node:)?process$/.test(moduleRequest.value) && readsEnv) processEnvLines.push(lineOf(start));
  }
  return { file, imports, calls, processEnvLines: [...new Set(processEnvLines)], exportAllLines };
}

function lastName(node) {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') return propertyName(node);
  return '';
}

function propertyName(node) {
  if (!node.computed) return node.property.name ?? '';
  return node.property.type === 'Literal' ? String(node.property.value) : '';
}

function lineFinder(source) {
  const starts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
