import type { Role } from './abilities.ts'

/** Whose reading of contents a team records; until its owner chooses, that of auditors. */
export const recordedReads = ['nobody', 'auditors', 'everyone'] as const
export type RecordedReads = (typeof recordedReads)[number]

export const isReadRecorded = (recorded: RecordedReads, role: Role): boolean =>
  recorded === 'everyone' || (recorded === 'auditors' && role === 'auditor')
