import type { Store } from './store.ts'

const advancing = new WeakSet<Store>()

/** Whether the clock was advanced and something that is due by now has not happened yet. */
export const isAdvancing = (store: Store): boolean => advancing.has(store)
