import { AssistiveDndState, type DndState } from '@headless-tree/core'

/** Describes the position of a drop. */
const targetText = <Node>(target: DndState<Node>['dragTarget'], ofTop: string): string => {
  if (!target) return 'at its place'
  const name = target.item.getItemName()
  if (!('childIndex' in target)) return `below ${name}`
  const position = `place ${target.insertionIndex + 1}`
  return target.item.getItemMeta().level < 0 ? `${position}${ofTop}` : `${position} below ${name}`
}

/**
 * The announcement for screen readers while one of a noun is moved with the keyboard; `ofTop` says what a place among the
 * first ones is a place of.
 */
export const dragWords =
  (noun: string, ofTop = '') =>
  <Node>(dnd: DndState<Node> | null | undefined, state: AssistiveDndState): string => {
    const name = dnd?.draggedItems?.[0]?.getItemName()
    const position = targetText(dnd?.dragTarget, ofTop)
    switch (state) {
      case AssistiveDndState.Started:
        return `Moving ${name}: ${position}. Up and down arrows choose a place, Enter drops it there, Escape leaves it.`
      case AssistiveDndState.Dragging:
        return `${name}: ${position}.`
      case AssistiveDndState.Completed:
        return 'Moved.'
      default:
        return `Press Space to move a ${noun}.`
    }
  }
