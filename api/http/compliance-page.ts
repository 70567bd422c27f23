import { type CellState, cellStates, cellWords } from '#schemas/records/cell-states.ts'
import type { ComplianceCell, ComplianceRow } from '#schemas/resources/compliance.ts'
import { escaped } from './html.ts'

/** What the page of a link shows of sites: those of one page, with the required categories in their order. */
export type SharedCompliance = {
  /** The path that the ids of files follow. */
  path: string
  /** When it was so, in words. */
  at: string
  rows: readonly ComplianceRow[]
  categories: readonly { id: string; name: string }[]
}

/** A cell with its file to open; who looks does not learn why something is not needed. */
const cellOf = (path: string, cell: ComplianceCell | undefined): string => {
  if (!cell) return '<td></td>'
  const { state, expires_at, file } = cell
  const word = `<b class="${state}">${cellWords[state].word}</b>`
  if (state === 'exempt' || !file) return `<td>${word}</td>`
  const name = escaped(file.name)
  const link = `<a href="${escaped(`${path}/${file.id}/download`)}" aria-label="Download ${name}">${name}</a>`
  return `<td>${[word, expires_at, link].filter((part) => part !== null).join('<br>')}</td>`
}

const meaningOf = (state: CellState): string =>
  `<dt class="${state}">${cellWords[state].word}</dt><dd>${cellWords[state].means}</dd>`

export const complianceTable = ({ path, at, rows, categories }: SharedCompliance): string => {
  const required = new Set<string>(rows.flatMap(({ cells }) => cells.map(({ category_id }) => category_id)))
  const columns = categories.filter(({ id }) => required.has(id))
  const lines = rows.map(({ site, cells }) => {
    const own = columns.map(({ id }) =>
      cellOf(
        path,
        cells.find(({ category_id }) => category_id === id),
      ),
    )
    return `<tr><th scope="row">${escaped(site.name)}</th>${own.join('')}</tr>`
  })
  const heads = columns.map(({ name }) => `<th scope="col">${escaped(name)}</th>`)
  const table = `<div class="wide" role="region" aria-label="Compliance" tabindex="0"><table>
<thead><tr><th scope="col">Site</th>${heads.join('')}</tr></thead>
<tbody>${lines.join('\n')}</tbody></table></div>`
  return `<p class="quiet">As it was on ${escaped(at)}.</p>
${rows.length > 0 ? table : '<p>No sites have been added yet.</p>'}
<dl>${cellStates.map(meaningOf).join('')}</dl>`
}
