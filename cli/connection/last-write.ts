import Conf from 'conf'

/** The position of the last write at a server, which later calls have to hold on whichever replica answers (D-05). */
export type LastWrite = {
  position: () => string | undefined
  note: (position: string | null) => void
}

/** The last write of this process. */
export const ownLastWrite = (): LastWrite => {
  let last: string | undefined
  return {
    position: () => last,
    note: (position) => {
      last = position ?? last
    },
  }
}

/** The last write of any command, kept beside the profiles. */
export const keptLastWrite = ({ SITELEDGER_CONFIG: cwd }: NodeJS.ProcessEnv, url: string): LastWrite => {
  const store = new Conf<Record<string, string>>({
    projectName: 'siteledger',
    projectSuffix: '',
    configName: 'positions',
    configFileMode: 0o600,
    // Addresses have dots.
    accessPropertiesByDotNotation: false,
    clearInvalidConfig: true,
    ...(cwd ? { cwd } : {}),
  })
  return {
    position: () => store.get(url),
    note: (position) => {
      if (position !== null) store.set(url, position)
    },
  }
}
