import { Card } from '@mantine/core'
import { useId } from 'react'
import { cellStates } from '#schemas/records/cell-states.ts'
import type { ComplianceCell, ComplianceRow } from '#schemas/resources/compliance.ts'
import { TextLink } from '#web/components/links.tsx'
import { byUrgency, isAtRest, looks } from '#web/features/compliance/cell-states.ts'
import { CellButton } from '#web/features/compliance/compliance-cell.tsx'
import styles from '#web/features/compliance/site-card.module.css'
import type { RequiredCategory } from '#web/features/compliance/use-compliance.ts'

type CellsProps = { row: ComplianceRow; cells: readonly ComplianceCell[]; categories: readonly RequiredCategory[] }

/** Cells of a site one below the other, with the names of their categories. */
const CellList = ({ row: { site }, cells, categories }: CellsProps) => (
  <ul className={styles.cells}>
    {cells.map((cell) => {
      const category = categories.find(({ id }) => id === cell.category_id)
      return (
        category && (
          <li key={cell.category_id}>
            <CellButton cell={cell} site={site} category={category} named />
          </li>
        )
      )
    })}
  </ul>
)

/** '4 valid, 1 not needed'. */
const countsOf = (cells: readonly ComplianceCell[]): string =>
  cellStates
    .map((state) => ({ state, count: cells.filter((cell) => cell.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${looks[state].counted}`)
    .join(', ')

type Props = { row: ComplianceRow; categories: readonly RequiredCategory[] }

/** All cells of a site, the most urgent first. */
export const SiteCells = ({ row, categories }: Props) => (
  <Card padding={0} className={`${styles.card} ${styles.whole}`}>
    <CellList row={row} cells={byUrgency(row.cells)} categories={categories} />
  </Card>
)

/** A site on a phone: what is to do, the most urgent first, and a line for the rest, which unfolds. */
export const SiteCard = ({ row, categories }: Props) => {
  const heading = useId()
  const { site, client } = row
  const cells = byUrgency(row.cells)
  const due = cells.filter(({ state }) => !isAtRest(state))
  const rest = cells.filter(({ state }) => isAtRest(state))
  return (
    <Card component="article" aria-labelledby={heading} padding={0} className={styles.card}>
      <div className={styles.head}>
        <h2 id={heading} className={styles.name}>
          <TextLink
            to="/dashboard/sites/$id"
            params={{ id: site.id }}
            hash="/compliance"
            c="inherit"
            inherit
            dir="auto"
          >
            {site.name}
          </TextLink>
        </h2>
        <p className={styles.client} dir="auto">
          {client.name}
        </p>
      </div>
      {due.length > 0 && <CellList row={row} cells={due} categories={categories} />}
      {rest.length > 0 && (
        <details className={styles.rest}>
          <summary>{countsOf(rest)}</summary>
          <CellList row={row} cells={rest} categories={categories} />
        </details>
      )}
      {cells.length === 0 && <p className={styles.rest}>Nothing is required of it</p>}
    </Card>
  )
}
