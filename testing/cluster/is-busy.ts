/** Whether a server has put a request off because its event loop is late, as on a machine that has too much to do. */
export async function isBusy(reply: Response): Promise<boolean> {
  if (reply.status !== 503) return false
  const { code } = (await reply.clone().json()) as { code?: string }
  return code === 'busy'
}
