/**
 * The door of the confined renderer: a pool to which documents are given, its limits, how strictly it is confined on this
 * machine, and what it answers.
 */
export { defaultLimits } from './confinement.ts'
export { defaultPool, drawnAtOnce, openRendererPool, type RendererPool } from './pool.ts'
export { Postponed } from './postponed.ts'
export type { Drawing, Shape } from './protocol.ts'
export { describeSandbox, strictestSandbox } from './sandbox.ts'
