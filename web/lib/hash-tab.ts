/** A tab in the address: `#/{tab}/{segments}`. */
export type HashTab = { tab: string; segments: string[] }

/** Parses an address's hash, with or without its '#'; an empty tab means that none is named (D-75). */
export const parseHash = (hash: string): HashTab => {
  const [tab = '', ...segments] = hash.replace(/^#?\/?/, '').split('/')
  return { tab, segments: segments.filter(Boolean) }
}

/** The tab to show: the one named in the address, else the first (D-75). */
export const chosenTab = <Tab extends string>(tabs: readonly Tab[], hash: string): Tab | undefined =>
  tabs.find((tab) => tab === parseHash(hash).tab) ?? tabs[0]
