declare module 'fold-to-ascii' {
  const folder: {
    /** A text whose Latin letters, digits and signs are ASCII; every other character stays. */
    foldMaintaining: (text: string) => string
  }
  export default folder
}
