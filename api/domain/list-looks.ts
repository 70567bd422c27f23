import type { ListLook } from '#schemas/details/list-look.ts'
import type { ListLookEvent } from '#schemas/events/saved-view.ts'
import type { UserId } from '#schemas/ids.ts'
import type { Decider } from './decider.ts'

/** The last choice for each kind of list. */
type ListLooks = { readonly [Kind in ListLook['kind']]?: ListLook }

type ListLookCommand = { type: 'ChooseListLook'; userId: UserId } & ListLook

const evolve = (looks: ListLooks, { data: { userId: _, ...look } }: ListLookEvent): ListLooks => ({
  ...looks,
  [look.kind]: look,
})

const isSame = (one: ListLook, other: ListLook): boolean => {
  const text = ({ look, hidden, widths }: ListLook) => JSON.stringify([look, hidden, Object.entries(widths).toSorted()])
  return text(one) === text(other)
}

const decide = (looks: ListLooks, { type: _, userId, ...look }: ListLookCommand): ListLookEvent[] => {
  const before = looks[look.kind]
  return before && isSame(before, look) ? [] : [{ type: 'ListLookChosen', data: { userId, ...look } }]
}

/** How a user sees lists, in a stream of its own: what is chosen often is not to be read at each sign-in. */
export const listLooksDecider: Decider<ListLooks, ListLookCommand, ListLookEvent> = {
  initialState: {},
  evolve,
  decide,
}
