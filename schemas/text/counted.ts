/** A number with its noun: '1 site', '1,204 sites'. */
export const counted = (many: number, one: string, several = `${one}s`): string =>
  `${many.toLocaleString('en-GB')} ${many === 1 ? one : several}`
