import {
  dragAndDropFeature,
  hotkeysCoreFeature,
  keyboardDragAndDropFeature,
  syncDataLoaderFeature,
} from '@headless-tree/core'
import { AssistiveTreeDescription, useTree } from '@headless-tree/react'
import { ActionIcon } from '@mantine/core'
import { type MouseEvent, useMemo } from 'react'
import type { Field } from '#schemas/resources/fields.ts'
import { Icon, type IconName } from '#web/components/icon.tsx'
import { dragWords } from '#web/components/sorting/drag-words.ts'
import rows from '#web/components/sorting/sorted-rows.module.css'
import styles from '#web/features/fields/field-list.module.css'
import { kindWords } from '#web/features/fields/kind-words.ts'
import { useArrangeFields } from '#web/features/fields/use-arrange-fields.ts'
import { listed } from '#web/lib/listed.ts'

/** What a field is, in words: 'Choice of Gate and Concierge · required · in lists'. */
const wordsOf = ({ kind, options, required, listed: isListed }: Field): string => {
  const ofOptions = options.length > 0 ? ` of ${listed(options.map(({ name }) => name))}` : ''
  return [`${kindWords[kind]}${ofOptions}`, required && 'required', isListed && 'in lists'].filter(Boolean).join(' · ')
}

type Root = { id: 'root' }
const root: Root = { id: 'root' }

type Props = {
  label: string
  fields: readonly Field[]
  onEdit: (field: Field) => void
  onRemove: (field: Field) => void
}

/** The fields of a noun, which are moved by mouse, touch or keyboard. */
export const FieldList = ({ label, fields, onEdit, onRemove }: Props) => {
  const arrange = useArrangeFields()
  // The library draws anew whenever it receives another list.
  const expandedItems = useMemo(() => (fields.length > 0 ? [root.id] : []), [fields])
  const drawn = useTree<Field | Root>({
    rootItemId: root.id,
    // The name for screen readers is what the row shows.
    getItemName: (item) => {
      const field = item.getItemData()
      return 'kind' in field ? `${field.name} ${wordsOf(field)}` : ''
    },
    isItemFolder: (item) => item.getId() === root.id,
    dataLoader: {
      getItem: (id) => fields.find((field) => field.id === id) ?? root,
      getChildren: (id) => (id === root.id ? fields.map((field) => field.id) : []),
    },
    state: { expandedItems },
    canReorder: true,
    canDrop: (_, target) => target.item.getId() === root.id,
    onDrop: ([item], target) => {
      const moved = fields.find(({ id }) => id === item?.getId())
      if (!moved || !('insertionIndex' in target)) return
      const others = fields.filter((field) => field !== moved)
      arrange({ before: fields, after: others.toSpliced(target.insertionIndex, 0, moved), name: moved.name })
    },
    // Space on a button of a row presses that button.
    hotkeys: {
      startDrag: {
        hotkey: 'Space',
        isEnabled: (each) => !each.getState().dnd && document.activeElement?.role === 'treeitem',
      },
    },
    features: [syncDataLoaderFeature, hotkeysCoreFeature, dragAndDropFeature, keyboardDragAndDropFeature],
  })
  const button = (field: Field, words: string, icon: IconName, onPress: (field: Field) => void, isNear: boolean) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="dimmed"
      size={34}
      tabIndex={isNear ? 0 : -1}
      aria-label={`${words} ${field.name}`}
      title={words}
      onClick={(event: MouseEvent) => {
        event.stopPropagation()
        onPress(field)
      }}
    >
      <Icon name={icon} />
    </ActionIcon>
  )
  return (
    <>
      <AssistiveTreeDescription tree={drawn} getLabel={dragWords('field')} />
      <div {...drawn.getContainerProps(label)} className={rows.tree}>
        {drawn.getItems().map((item) => {
          const field = item.getItemData()
          if (!('kind' in field)) return null
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the library's properties make it a tree item
            <div
              {...item.getProps()}
              key={field.id}
              draggable
              // The keys act on this row, however it received the focus.
              onFocus={() => item.setFocused()}
              className={rows.row}
            >
              <span className={styles.words}>
                <span dir="auto">{field.name}</span> <span className={styles.detail}>{wordsOf(field)}</span>
              </span>
              {button(field, 'Edit', 'edit', onEdit, item.isFocused())}
              {button(field, 'Remove', 'trash', onRemove, item.isFocused())}
            </div>
          )
        })}
        <div style={drawn.getDragLineStyle()} className={rows.line} />
      </div>
    </>
  )
}
