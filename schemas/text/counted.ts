/** A number with its noun: "1 site", "3 sites". */
export const counted = (many: number, one: string, several = `${one}s`): string =>
  `${many} ${many === 1 ? one : several}`
