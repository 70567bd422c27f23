import { UnstyledButton } from '@mantine/core'
import { memo } from 'react'
import type { ComplianceRow } from '#schemas/resources/compliance.ts'
import { TextLink } from '#web/components/links.tsx'
import { TableFrame } from '#web/components/list/table-frame.tsx'
import { useGridWalk } from '#web/components/list/use-grid-walk.ts'
import { useShowDialog } from '#web/components/record/lazy-dialogs.tsx'
import tables from '#web/components/table.module.css'
import { CellButton } from '#web/features/compliance/compliance-cell.tsx'
import { complianceDialogs } from '#web/features/compliance/compliance-feature.ts'
import styles from '#web/features/compliance/compliance-table.module.css'
import type { RequiredCategory } from '#web/features/compliance/use-compliance.ts'
import { useCan } from '#web/lib/session.ts'

/** Height of a row, and the least widths of the columns, in pixels. */
const rowHeight = 52
const siteWidth = 224
const cellWidth = 132

const atStart = { insetInlineStart: 0 }

type RowProps = { row: ComplianceRow; categories: readonly RequiredCategory[]; stop: number | undefined }

/** A site and its cells; `stop` is the column that Tab enters. */
const Cells = memo(({ row: { site, client, cells }, categories, stop }: RowProps) => {
  const focus = (at: number) => ({ 'data-cell': at, tabIndex: at === stop ? 0 : -1 })
  return (
    <>
      <th scope="row" data-pinned style={atStart} className={styles.site} title={`${site.name}, ${client.name}`}>
        <TextLink
          to="/dashboard/sites/$id"
          params={{ id: site.id }}
          hash="/compliance"
          c="inherit"
          inherit
          dir="auto"
          {...focus(0)}
        >
          {site.name}
        </TextLink>
        <span className={styles.client} dir="auto">
          {client.name}
        </span>
      </th>
      {categories.map((category, at) => {
        const cell = cells.find(({ category_id }) => category_id === category.id)
        return (
          <td key={category.id}>
            {cell ? (
              <CellButton cell={cell} site={site} category={category} {...focus(at + 1)} />
            ) : (
              <span className={styles.none} {...focus(at + 1)}>
                <span aria-hidden="true">–</span>
                <span className={tables.unseen}>Not required</span>
              </span>
            )}
          </td>
        )
      })}
    </>
  )
})

type HeadingProps = { category: RequiredCategory; at: number; stop: number | undefined }

/** The name of a required category, and how many sites have it; it opens what is required, for those who may change it. */
const Heading = ({ category, at, stop }: HeadingProps) => {
  const show = useShowDialog(complianceDialogs)
  const mayUpdate = useCan()('categories.update')
  const focus = { 'data-cell': at, tabIndex: at === stop ? 0 : -1, className: styles.heading, title: category.name }
  const [compliant, required] = [category.compliant, category.required].map((sites) => sites.toLocaleString('en-GB'))
  const words = (
    <>
      <span className={styles.category} dir="auto">
        {category.name}
      </span>{' '}
      <span className={styles.met}>{`${compliant} of ${required}`}</span>
    </>
  )
  return (
    <th scope="col" aria-label={category.name}>
      {mayUpdate ? (
        <UnstyledButton {...focus} aria-haspopup="dialog" onClick={() => show({ kind: 'requirement', category })}>
          {words}
        </UnstyledButton>
      ) : (
        <div {...focus}>{words}</div>
      )}
    </th>
  )
}

type Props = { rows: readonly ComplianceRow[]; total: number; categories: readonly RequiredCategory[] }

/** Sites by required categories; the arrow keys walk the cells. */
export const ComplianceTable = ({ rows, total, categories }: Props) => {
  const { grid, columnIn } = useGridWalk(categories.length)
  return (
    <TableFrame
      {...grid}
      aria-label="Compliance"
      className={styles.table ?? ''}
      rows={rows.map((row) => ({ id: row.site.id, row }))}
      total={total}
      rowHeight={rowHeight}
      columns={`minmax(${siteWidth}px, 1.5fr) repeat(${categories.length}, minmax(${cellWidth}px, 1fr))`}
      columnCount={categories.length + 1}
      least={siteWidth + categories.length * cellWidth}
      head={
        <>
          <th scope="col" data-pinned style={atStart}>
            Site
          </th>
          {categories.map((category, at) => (
            <Heading key={category.id} category={category} at={at + 1} stop={columnIn(-1)} />
          ))}
        </>
      }
    >
      {({ row }, index) => <Cells row={row} categories={categories} stop={columnIn(index)} />}
    </TableFrame>
  )
}
