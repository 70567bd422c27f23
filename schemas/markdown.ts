const tags = /<(?!https?:|mailto:)\/?[a-z!?][^>]*>?/gi
const scriptLinks = /\]\(\s*<?\s*(?:javascript|data|vbscript):[^)]*\)/gi

/**
 * Markdown without HTML in it and without links that run something (D-59): whoever shows it, shows words. Taking one
 * tag out may put another together, so it is done until nothing is left to take.
 */
export const plainMarkdown = (text: string): string => {
  const cleaned = text.replace(tags, '').replace(scriptLinks, '](#)')
  return cleaned === text ? text : plainMarkdown(cleaned)
}
