/** The answer to one kind of caller: a status, and the fields of the body. */
export type Seen = { status: number; fields: readonly string[] }

/** The answers of one operation to every kind of caller. */
export type Row = { operation: string; seen: ReadonlyMap<string, Seen> }

const isId = (name: string): boolean => /^[0-9a-f]{8}-|^\d{4}-\d\d-\d\d/.test(name)

/** The paths of everything that is there in an answer: neither null nor empty. */
export const fieldsOf = (value: unknown, path = ''): string[] => {
  if (value === null || value === undefined || value === '') return []
  if (Array.isArray(value)) return [...new Set(value.flatMap((each) => fieldsOf(each, `${path}[]`)))]
  if (typeof value !== 'object') return [path]
  return [
    ...new Set(
      Object.entries(value).flatMap(([name, each]) => {
        const known = isId(name) ? '*' : name
        return fieldsOf(each, path === '' ? known : `${path}.${known}`)
      }),
    ),
  ]
}

/** `users[].id, users[].pivot.role` as `users[](id, pivot(role))`. */
const folded = (fields: readonly string[]): string => {
  const groups = new Map<string, string[]>()
  for (const field of fields) {
    const [head = '', ...rest] = field.split('.')
    groups.set(head, [...(groups.get(head) ?? []), ...(rest.length > 0 ? [rest.join('.')] : [])])
  }
  return [...groups].map(([head, below]) => (below.length > 0 ? `${head}(${folded(below)})` : head)).join(', ')
}

const isAnswer = ({ status }: Seen): boolean => status >= 200 && status < 300

/** Fields that mostly go together, under one name. */
type Fields = { called: string; names: readonly string[] }

/** The differences from the fields of reference, in the shorter form. */
const compared = ({ status, fields }: Seen, reference: Seen, { called, names }: Fields): string => {
  const missing = reference.fields.filter((field) => !fields.includes(field))
  const isOne = (field: string) => names.some((name) => field.replace(/^\[\]\./, '').split('.')[0] === name)
  const go = names.every((name) => missing.some((field) => isOne(field) && field.includes(name)))
  const others = go ? missing.filter((field) => !isOne(field)) : missing
  const absent = [...(go ? [called] : []), ...(others.length > 0 ? [folded(others)] : [])].join(', ')
  const more = fields.filter((field) => !reference.fields.includes(field))
  if (missing.length === 0 && more.length === 0) return String(status)
  const without = missing.length === 0 ? '' : ` without ${absent}`
  if (fields.length < missing.length) return `${status} with ${fields.length === 0 ? 'nothing' : folded(fields)} alone`
  return `${status}${without}${more.length === 0 ? '' : ` and with ${folded(more)}`}`
}

/** Several kinds of callers under one name. */
type Kinds = { called: string; names: readonly string[] }

/** The message under one name. */
type Names = { kinds: readonly Kinds[]; together: Fields }

/** Callers by name, most of them together: 'all tokens but app: clients.view'. */
const named = (callers: readonly string[], kinds: readonly Kinds[]): string => {
  let rest = callers
  const words: string[] = []
  for (const { called, names } of kinds) {
    const others = names.filter((name) => !rest.includes(name))
    if (others.length > 2 || others.length >= names.length - 2) continue
    words.push(others.length === 0 ? called : `${called} but ${others.join(' and ')}`)
    rest = rest.filter((name) => !names.includes(name))
  }
  return [...words, ...rest].join(', ')
}

/** An operation's answers in words, callers with the same answer together; and the fields that the others are compared with. */
const told = ({ seen }: Row, references: readonly string[], { kinds, together }: Names) => {
  const by = references.find((name) => isAnswer(seen.get(name) ?? { status: 0, fields: [] })) ?? ''
  const reference = seen.get(by) ?? { status: 0, fields: [] }
  const callers = new Map<string, string[]>()
  for (const [name, each] of seen) {
    const words = isAnswer(each) ? compared(each, reference, together) : String(each.status)
    callers.set(words, [...(callers.get(words) ?? []), name])
  }
  const lines = [...callers].map(([words, names]) => `- ${words}: ${named(names, kinds)}`)
  return { lines: lines.join('\n'), fields: folded(reference.fields), by }
}

/** The matrix as a page: operations that everybody is answered alike together, then the fields of each. */
export const asMarkdown = (rows: readonly Row[], references: readonly string[], names: Names): string => {
  const groups = new Map<string, string[]>()
  const fields: string[] = []
  for (const row of rows) {
    const { lines, fields: shown, by } = told(row, references, names)
    groups.set(lines, [...(groups.get(lines) ?? []), row.operation])
    if (shown !== '') fields.push(`- \`${row.operation}\` (${by}): ${shown}`)
  }
  const sections = [...groups].map(([lines, operations]) => {
    return `${operations.map((each) => `\`${each}\``).join(', ')}\n\n${lines}\n`
  })
  return `${sections.join('\n')}\n## Fields\n\n${fields.join('\n')}\n`
}
