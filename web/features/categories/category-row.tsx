import type { ItemInstance } from '@headless-tree/core'
import { ActionIcon } from '@mantine/core'
import type { MouseEvent } from 'react'
import type { Category } from '#schemas/resources/categories.ts'
import { HistoryButton } from '#web/components/history-button.tsx'
import { Icon, type IconName } from '#web/components/icon.tsx'
import { useShowDialog } from '#web/components/record/lazy-dialogs.tsx'
import styles from '#web/components/sorting/sorted-rows.module.css'
import { categoryDialogs } from '#web/features/categories/category-feature.ts'
import { useCan } from '#web/lib/session.ts'

type Kind = 'move' | 'require' | 'edit' | 'delete'

const actions: readonly { kind: Kind; label: string; icon: IconName; needs: 'update' | 'delete' }[] = [
  { kind: 'move', label: 'Move', icon: 'move', needs: 'update' },
  { kind: 'require', label: 'Require', icon: 'check', needs: 'update' },
  { kind: 'edit', label: 'Edit', icon: 'edit', needs: 'update' },
  { kind: 'delete', label: 'Delete', icon: 'trash', needs: 'delete' },
]

type Props = {
  // The library renders the root as an item too.
  item: Pick<
    ItemInstance<unknown>,
    'getProps' | 'isFocused' | 'setFocused' | 'isFolder' | 'isExpanded' | 'getItemMeta' | 'isUnorderedDragTarget'
  >
  category: Category
  movable: boolean
  /** Indentation of a level in pixels. */
  indent: number
}

/** One category of the tree, with its edit and delete buttons. */
export const CategoryRow = ({ item, category, movable, indent }: Props) => {
  const can = useCan()
  const show = useShowDialog(categoryDialogs)
  const open = (kind: Kind) => (event: MouseEvent) => {
    // A click on the row expands or collapses the branch.
    event.stopPropagation()
    show({ kind, record: category })
  }
  const offered = actions.filter(({ needs }) => can(`categories.${needs}`))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the library's properties make it a tree item
    <div
      {...item.getProps()}
      draggable={movable}
      // The keys act on this row, however it received the focus.
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
