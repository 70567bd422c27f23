import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import type { Projection } from '#projections/engine/projection.ts'

const root = join(import.meta.dirname, '../..')

type Declaration = { code: string; names: ReadonlySet<string> }
/** The top-level declarations of a file, and its imports from other files of the product. */
type Module = { declared: Map<string, Declaration>; imported: Map<string, { file: string; name: string }> }

/** The syntax tree as text, without types, comments and formatting. */
const codeOf = (node: ts.Node, source: ts.SourceFile): string => {
  if (ts.isTypeNode(node) || ts.isTypeParameterDeclaration(node)) return ''
  if (ts.isPropertyAssignment(node) && node.name.getText(source) === 'version') return ''
  const operator = ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node) ? node.operator : ''
  const children: string[] = []
  ts.forEachChild(node, (child) => void children.push(codeOf(child, source)))
  if (children.length === 0) return node.getText(source).replace(/\s+/g, ' ')
  return `(${ts.SyntaxKind[node.kind]}${operator} ${children.join(' ')})`
}

const namesIn = (node: ts.Node): Set<string> => {
  const names = new Set<string>()
  const visit = (each: ts.Node): void => {
    if (ts.isTypeNode(each)) return
    if (ts.isIdentifier(each)) names.add(each.text)
    ts.forEachChild(each, visit)
  }
  visit(node)
  return names
}

const namesBy = (statement: ts.Statement): string[] => {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => [...namesIn(name)])
  }
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) return [statement.name?.text ?? '']
  return []
}

const fileOf = (from: string, specifier: string): string | undefined => {
  if (specifier.startsWith('#')) return join(root, specifier.slice(1))
  return specifier.startsWith('.') ? join(dirname(from), specifier) : undefined
}

const modules = new Map<string, Module>()
const read = (file: string): Module => {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext)
  const module: Module = { declared: new Map(), imported: new Map() }
  for (const statement of source.statements) {
    const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined
    if (ts.isImportDeclaration(statement) && bindings && ts.isNamedImports(bindings)) {
      const from = fileOf(file, (statement.moduleSpecifier as ts.StringLiteral).text)
      for (const { name, propertyName, isTypeOnly } of from ? bindings.elements : []) {
        if (isTypeOnly || statement.importClause?.isTypeOnly) continue
        module.imported.set(name.text, { file: from ?? '', name: (propertyName ?? name).text })
      }
    }
    const declaration = { code: codeOf(statement, source), names: namesIn(statement) }
    for (const name of namesBy(statement)) module.declared.set(name, declaration)
  }
  return module
}
const moduleOf = (file: string): Module => {
  const module = modules.get(file) ?? read(file)
  modules.set(file, module)
  return module
}

/** A declaration with everything of the product that it uses, in any file. */
const usedBy = (file: string, name: string, found: Set<Declaration> = new Set()): Set<Declaration> => {
  const { declared, imported } = moduleOf(file)
  const elsewhere = imported.get(name)
  if (elsewhere) return usedBy(elsewhere.file, elsewhere.name, found)
  const declaration = declared.get(name)
  if (!declaration || found.has(declaration)) return found
  found.add(declaration)
  for (const used of declaration.names) usedBy(file, used, found)
  return found
}

/** A part of a shared read model has no version of its own. */
const isProjection = (value: unknown): value is Projection =>
  typeof value === 'object' && value !== null && 'tables' in value && 'version' in value

/** Digests of the tables and handlers of every projection, with the file that declares it. */
export const projectionDigests = async () => {
  const files = globSync('projections/**/*.ts', { cwd: root }).sort()
  const found = await Promise.all(
    files.map(async (file) => {
      const exported: object = await import(pathToFileURL(join(root, file)).href)
      return Object.entries(exported).flatMap(([name, value]) => {
        if (!isProjection(value)) return []
        const code = [...usedBy(join(root, file), name)].map((each) => each.code).sort()
        const digest = createHash('sha256').update(code.join('\n')).digest('hex').slice(0, 16)
        return [{ name: value.name, version: value.version, file, digest }]
      })
    }),
  )
  return found.flat().sort((left, right) => (left.name < right.name ? -1 : 1))
}

/** The folder of what is recorded: one file for each projection, with its version and digest. */
export const recordedVersions = join(root, 'tests/projections/versions')

type Digest = { version: number; digest: string }

export const textOf = ({ version, digest }: Digest): string => `${version} ${digest}\n`
