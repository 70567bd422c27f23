/** An operator's decision that read models go on without an event (D-105). */
export type Skip = { position: string; readModels: readonly string[] }

/** The read models that leave out an event, by its position. */
export type Skips = Map<string, readonly string[]>

/** Notes a decision; a later one about the same event adds to it. */
export const addSkip = (skips: Skips, { position, readModels }: Skip): Skips =>
  skips.set(position, [...(skips.get(position) ?? []), ...readModels])

export const openSkips = (skips: readonly Skip[]): Skips => skips.reduce(addSkip, new Map())

/**
 * Whether a read model leaves out an event that can be read. One that cannot be read is left out by all; another only by
 * those that could not apply it.
 */
export const isSkippedBy = (skips: Skips, position: string, name: string): boolean =>
  skips.get(position)?.includes(name) ?? false
