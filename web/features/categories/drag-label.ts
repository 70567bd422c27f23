import { AssistiveDndState, type DndState } from '@headless-tree/core'

/** Where something would land, in words. */
const placeInWords = <Node>(target: DndState<Node>['dragTarget']): string => {
  if (!target) return 'at its place'
  const name = target.item.getItemName()
  if (!('childIndex' in target)) return `below ${name}`
  const place = `place ${target.insertionIndex + 1}`
  return target.item.getItemMeta().level < 0 ? `${place} of the top level` : `${place} below ${name}`
}

/** What a screen reader is told while a category is moved with the keyboard. */
export const dragLabel = <Node>(dnd: DndState<Node> | null | undefined, state: AssistiveDndState): string => {
  const name = dnd?.draggedItems?.[0]?.getItemName()
  const place = placeInWords(dnd?.dragTarget)
  switch (state) {
    case AssistiveDndState.Started:
      return `Moving ${name}: ${place}. Up and down arrows choose a place, Enter drops it there, Escape leaves it.`
    case AssistiveDndState.Dragging:
      return `${name}: ${place}.`
    case AssistiveDndState.Completed:
      return 'Moved.'
    default:
      return 'Press Space to move a category.'
  }
}
