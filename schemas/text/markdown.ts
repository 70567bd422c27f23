const tags = /<(?!https?:|mailto:)\/?[a-z!?][^>]*>?/gi
const scriptLinks = /\]\(\s*<?\s*(?:javascript|data|vbscript):[^)]*\)/gi

/**
 * Removes HTML and script links from Markdown (D-59). Removing one tag may form another, so it repeats until nothing
 * changes.
 */
export const plainMarkdown = (text: string): string => {
  const cleaned = text.replace(tags, '').replace(scriptLinks, '](#)')
  return cleaned === text ? text : plainMarkdown(cleaned)
}
