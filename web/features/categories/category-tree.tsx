import {
  type DragTarget,
  dragAndDropFeature,
  hotkeysCoreFeature,
  type ItemInstance,
  keyboardDragAndDropFeature,
  syncDataLoaderFeature,
} from '@headless-tree/core'
import { AssistiveTreeDescription, useTree } from '@headless-tree/react'
import { useMemo, useState } from 'react'
import { inTreeOrder } from '#schemas/records/category-tree.ts'
import type { Category } from '#schemas/resources/categories.ts'
import { dragWords } from '#web/components/sorting/drag-words.ts'
import styles from '#web/components/sorting/sorted-rows.module.css'
import { type DropTarget, fitsBelow } from '#web/features/categories/arrange.ts'
import { CategoryRow } from '#web/features/categories/category-row.tsx'
import { useArrange } from '#web/features/categories/use-arrange.ts'

const dragLabel = dragWords('category', ' of the top level')

const top = 'top'

/** Indentation of a level in pixels. */
const indent = 24

/** The root that the tree library needs: an item like any other. */
const rootOf = (children: Category[]) => ({ id: top, name: 'the top level', children })
type Node = Category | ReturnType<typeof rootOf>

const isCategory = (node: Node): node is Category => 'slug' in node

/** The position that a drop means. Indexes do not count the dragged item. */
const dropTargetOf = (moving: ItemInstance<Node>, target: DragTarget<Node>): DropTarget => {
  const siblings = target.item.getItemData().children.filter(({ id }) => id !== moving.getId())
  const parent = target.item.getItemData()
  const before = 'insertionIndex' in target ? siblings[target.insertionIndex]?.id : undefined
  return { parentId: isCategory(parent) ? parent.id : null, beforeId: before ?? null }
}

const onRow = (): boolean => document.activeElement?.role === 'treeitem'

type Props = {
  tree: Category[]
  /** Whether categories may be moved: the user has the ability, and no search hides categories. */
  movable: boolean
}

/** The category tree, expanded at first; branches are dragged by mouse, touch or keyboard. */
const CategoryTree = ({ tree, movable }: Props) => {
  const arrange = useArrange()
  const [closed, setClosed] = useState<readonly string[]>([])
  const nodes = useMemo(() => {
    const root = rootOf(tree)
    return new Map<string, Node>([[top, root], ...inTreeOrder(tree).map(({ node }) => [node.id, node] as const)])
  }, [tree])
  const nodeOf = (id: string): Node => nodes.get(id) ?? { id, name: '', children: [] }
  // The library rerenders whenever it receives another list.
  const openIds = useMemo(() => {
    const open = [...nodes.values()].filter(({ id, children }) => children.length > 0 && !closed.includes(id))
    return open.map(({ id }): string => id)
  }, [nodes, closed])

  const drawn = useTree<Node>({
    rootItemId: top,
    getItemName: (item) => item.getItemData().name,
    isItemFolder: (item) => item.getItemData().children.length > 0,
    dataLoader: { getItem: nodeOf, getChildren: (id) => nodeOf(id).children.map((child) => child.id) },
    state: { expandedItems: openIds },
    setExpandedItems: (change) => {
      const next = typeof change === 'function' ? change(openIds) : change
      setClosed([...nodes.keys()].filter((id) => nodeOf(id).children.length > 0 && !next.includes(id)))
    },
    indent,
    canReorder: true,
    canDrag: () => movable,
    canDrop: ([item], target) => {
      const branch = item?.getItemData()
      const parent = target.item.getItemData()
      return !!branch && isCategory(branch) && fitsBelow(tree, branch, isCategory(parent) ? parent.id : null)
    },
    onDrop: ([item], target) => {
      const branch = item?.getItemData()
      if (item && branch && isCategory(branch))
        arrange({ id: branch.id, name: branch.name, target: dropTargetOf(item, target) })
    },
    // Space on a button of a row presses that button.
    hotkeys: { startDrag: { hotkey: 'Space', isEnabled: (each) => movable && !each.getState().dnd && onRow() } },
    features: [syncDataLoaderFeature, hotkeysCoreFeature, dragAndDropFeature, keyboardDragAndDropFeature],
  })

  return (
    <>
      {movable && <AssistiveTreeDescription tree={drawn} getLabel={dragLabel} />}
      <div {...drawn.getContainerProps('Categories')} className={styles.tree}>
        {drawn.getItems().map((item) => {
          const node = item.getItemData()
          return (
            isCategory(node) && (
              <CategoryRow key={node.id} item={item} category={node} movable={movable} indent={indent} />
            )
          )
        })}
        <div style={drawn.getDragLineStyle()} className={styles.line} />
      </div>
    </>
  )
}

export default CategoryTree
