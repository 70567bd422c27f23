import { readFileSync } from 'node:fs'
import type { Request, Response } from 'express'
import { escaped, styleSource } from './html.ts'
import type { ApiDescription } from './openapi.ts'
import { type JsonSchema, schemaText } from './schema-text.ts'

const style = readFileSync(new URL('./api-docs.css', import.meta.url), 'utf8').trim()

type Content = Record<string, { schema?: JsonSchema }>
type Named = { name: string; in: string; required?: boolean; description?: string; schema: JsonSchema }
type Answered = { description: string; content?: Content; headers?: Record<string, { description: string }> }
type Operation = {
  operationId: string
  tags: [string]
  summary: string
  description?: string
  parameters?: Named[]
  requestBody?: { content: Content }
  responses: Record<string, Answered | { $ref: string }>
}
type Described = {
  info: { description: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema>; responses: Record<string, Answered> }
}
type Call = Operation & { method: string; path: string }

const withCode = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')

const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map((each) => `<p>${withCode(each)}</p>`)
    .join('')

const contentText = (content: Content): string =>
  Object.entries(content)
    .map(
      ([type, { schema }]) => `<p><code>${escaped(type)}</code></p>${schema ? `<pre>${schemaText(schema)}</pre>` : ''}`,
    )
    .join('')

const parametersText = (parameters: Named[]): string =>
  parameters
    .map(({ name, in: where, required, description = '', schema }) => {
      const must = required ? ', required' : ''
      return `<tr><th scope="row"><code>${escaped(name)}</code></th><td>${where}${must}</td>
        <td>${description ? `${withCode(description)} ` : ''}${schemaText(schema)}</td></tr>`
    })
    .join('')

const answersText = ({ responses }: Call, { components }: Described): string =>
  Object.entries(responses)
    .map(([status, answer]) => {
      if ('$ref' in answer) {
        const { description = '' } = components.responses[answer.$ref.split('/').at(-1) ?? ''] ?? {}
        return `<tr><th scope="row">${status}</th><td>${escaped(description)}</td></tr>`
      }
      const headers = Object.entries(answer.headers ?? {}).map(
        ([name, header]) => `<p><code>${escaped(name)}</code> ${escaped(header.description)}</p>`,
      )
      const body = answer.content ? contentText(answer.content) : '<p>No body</p>'
      return `<tr><th scope="row">${status}</th><td>${body}${headers.join('')}</td></tr>`
    })
    .join('')

const callText = (call: Call, described: Described): string => {
  const { operationId, method, path, summary, description, parameters = [], requestBody } = call
  return `<details id="${escaped(operationId)}">
    <summary><b class="${method}">${method.toUpperCase()}</b> <code>${escaped(path)}</code> <span>${escaped(summary)}</span></summary>
    ${paragraphs(description ?? 'Open to everyone')}
    ${parameters.length > 0 ? `<h3>Parameters</h3><table>${parametersText(parameters)}</table>` : ''}
    ${requestBody ? `<h3>Body</h3>${contentText(requestBody.content)}` : ''}
    <h3>Answers</h3><table>${answersText(call, described)}</table>
  </details>`
}

const callsOf = ({ paths }: Described): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  )

const pageOf = (described: Described): string => {
  const calls = callsOf(described)
  const tags = [...new Set(calls.map(({ tags: [tag] }) => tag))].sort()
  const links = [...tags, 'shapes'].map((tag) => `<li><a href="#${escaped(tag)}">${escaped(tag)}</a></li>`)
  const sections = tags.map((tag) => {
    const own = calls.filter((call) => call.tags[0] === tag).sort((one, other) => (one.path < other.path ? -1 : 1))
    return `<section><h2 id="${escaped(tag)}">${escaped(tag)}</h2>${own.map((call) => callText(call, described)).join('')}</section>`
  })
  const shapes = Object.entries(described.components.schemas).map(
    ([name, schema]) => `<h3 id="shape-${escaped(name)}">${escaped(name)}</h3><pre>${schemaText(schema)}</pre>`,
  )
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API of Siteledger</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>API of Siteledger</h1>
${paragraphs(described.info.description)}
<p><a href="/api/openapi.json">The same as OpenAPI 3.1</a></p>
<nav aria-label="Calls by what they are about"><ul>${links.join('')}</ul></nav>
</header>
<main>
${sections.join('\n')}
<section><h2 id="shapes">shapes</h2>${shapes.join('')}</section>
</main>
</body>
</html>
`
}

/** The page runs no script and loads nothing; its single style element is allowed by its hash. */
const policy = `default-src 'none'; style-src ${styleSource(style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Serves the API documentation as an HTML page, rendered once from the OpenAPI description. */
export const showApi = (description: ApiDescription): ((request: Request, response: Response) => void) => {
  const page = pageOf(JSON.parse(JSON.stringify(description)) as Described)
  return (_request, response) => {
    response.set({ 'content-security-policy': policy, 'cache-control': 'no-cache' }).type('html').end(page)
  }
}
