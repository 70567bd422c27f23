/** The lines of an answer in newline-delimited JSON, as they arrive. */
export async function* jsonLines<Line>(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Line, void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as Line
  }
}
