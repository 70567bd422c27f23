/** The versions of events that a program reads and writes, by type. */
export type EventVersions = Readonly<Record<string, number>>

/** Whether a program with these versions reads an event of a type and version (D-105). */
export const reads = (events: EventVersions, type: string, version: number): boolean => (events[type] ?? 0) >= version
