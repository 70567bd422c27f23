import type { ItemInstance } from '@headless-tree/core'
import { ActionIcon } from '@mantine/core'
import { useSetAtom } from 'jotai'
import type { MouseEvent } from 'react'
import type { Category } from '#schemas/resources/categories.ts'
import { HistoryButton } from '#web/components/history-button.tsx'
import { Icon, type IconName } from '#web/components/icon.tsx'
import styles from '#web/features/categories/category-tree.module.css'
import { type CategoryDialog, dialogAtom } from '#web/features/categories/opened-dialog.ts'
import { useCan } from '#web/lib/session.ts'

const actions: readonly { kind: CategoryDialog['kind']; label: string; icon: IconName; needs: 'update' | 'delete' }[] =
  [
    { kind: 'move', label: 'Move', icon: 'move', needs: 'update' },
    { kind: 'edit', label: 'Edit', icon: 'edit', needs: 'update' },
    { kind: 'delete', label: 'Delete', icon: 'trash', needs: 'delete' },
  ]

type Props = {
  // The library draws the top as an item too.
  item: Pick<
    ItemInstance<unknown>,
    'getProps' | 'isFocused' | 'setFocused' | 'isFolder' | 'isExpanded' | 'getItemMeta' | 'isUnorderedDragTarget'
  >
  category: Category
  movable: boolean
  /** Pixels that a level is moved in by. */
  indent: number
}

/** One category of the tree, with a button to edit and one to delete it (CAT-03, CAT-04, ABIL-22, ABIL-23). */
export const CategoryRow = ({ item, category, movable, indent }: Props) => {
  const can = useCan()
  const show = useSetAtom(dialogAtom)
  const open = (kind: CategoryDialog['kind']) => (event: MouseEvent) => {
    // A click on the row opens and closes the branch.
    event.stopPropagation()
    show({ dialog: { kind, category }, opened: true })
  }
  const offered = actions.filter(({ needs }) => can(`categories.${needs}`))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the library's properties make it a tree item
    <div
      {...item.getProps()}
      draggable={movable}
      // However the focus came here, the keys are about this row.
      onFocus={() => item.setFocused()}
      className={styles.row}
      data-inside={item.isUnorderedDragTarget() || undefined}
    >
      <span className={styles.name} style={{ paddingInlineStart: item.getItemMeta().level * indent }}>
        <span className={styles.toggle} data-open={item.isExpanded() || undefined}>
          {item.isFolder() && <Icon name="chevron" />}
        </span>
        {category.name}
      </span>
      {offered.map(({ kind, label, icon }) => (
        <ActionIcon
          key={kind}
          variant="subtle"
          color="gray"
          c="dimmed"
          size={34}
          tabIndex={item.isFocused() ? 0 : -1}
          aria-label={`${label} ${category.name}`}
          aria-haspopup="dialog"
          title={label}
          onClick={open(kind)}
        >
          <Icon name={icon} />
        </ActionIcon>
      ))}
      <HistoryButton
        target={{ kind: 'categories', id: category.id, name: category.name }}
        tabIndex={item.isFocused() ? 0 : -1}
      />
    </div>
  )
}
