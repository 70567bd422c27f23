import Conf from 'conf'

/** A file of texts by any names beside the profiles, which only the user may read. */
export const keptFile = ({ SITELEDGER_CONFIG: cwd }: NodeJS.ProcessEnv, configName: string) =>
  new Conf<Record<string, string>>({
    projectName: 'siteledger',
    projectSuffix: '',
    configName,
    configFileMode: 0o600,
    // Addresses have dots.
    accessPropertiesByDotNotation: false,
    clearInvalidConfig: true,
    ...(cwd ? { cwd } : {}),
  })
