/**
 * Milliseconds that this thread has computed: those of a clock where it has a core to itself, and the same for everybody
 * where others work on the machine too.
 */
export const threadTime = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1000
}
