import { VisuallyHidden } from '@mantine/core'
import type { ComplianceCell } from '#schemas/resources/compliance.ts'
import { Icon } from '#web/components/icon.tsx'
import { useShowDialog } from '#web/components/record/lazy-dialogs.tsx'
import colours from '#web/features/compliance/cell-states.module.css'
import { cellText, datedWords, looks } from '#web/features/compliance/cell-states.ts'
import styles from '#web/features/compliance/compliance-cell.module.css'
import type { Named } from '#web/features/compliance/compliance-dialog.ts'
import { complianceDialogs } from '#web/features/compliance/compliance-feature.ts'

type Props = {
  cell: ComplianceCell
  site: Named
  category: Named
  /** In a list, the name of the category stands before the state, with that of its file or the reason why it needs none. */
  named?: boolean
  'data-cell'?: number
  tabIndex?: number
}

/** A cell: an icon, and its date or its state as a word; it opens what the site has of the category. */
export const CellButton = ({ cell, site, category, named = false, ...focus }: Props) => {
  const show = useShowDialog(complianceDialogs)
  const detail = cell.exemption?.reason ?? cell.file?.name
  return (
    // Thousands of them are drawn while somebody scrolls: a button of the library would take several times as long.
    <button
      {...focus}
      type="button"
      className={`${styles.cell} ${colours.coloured}`}
      data-state={cell.state}
      data-named={named || undefined}
      aria-label={named ? undefined : `${category.name}, ${site.name}: ${datedWords(cell)}`}
      aria-haspopup="dialog"
      onClick={() => show({ kind: 'cell', site, category })}
      onPointerEnter={complianceDialogs.preload}
    >
      {named && (
        <span className={styles.name} dir="auto">
          {category.name}
          <small>{detail}</small>
        </span>
      )}
      <span className={styles.state}>
        <Icon name={looks[cell.state].icon} size={15} />
        <span>{named ? datedWords(cell) : cellText(cell)}</span>
      </span>
      {named && <VisuallyHidden>{` at ${site.name}`}</VisuallyHidden>}
    </button>
  )
}
