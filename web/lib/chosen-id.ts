import { parseHash } from '#web/lib/hash-tab.ts'
import { usePageHash } from '#web/lib/page-hash.ts'

/** The id that the address names below its tab, as in `#/users/{id}`; undefined without one. */
export const useChosenId = (): string | undefined => parseHash(usePageHash()).segments[0]
