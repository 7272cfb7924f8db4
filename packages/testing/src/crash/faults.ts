/** What can happen to the processes of a crawl, drawn by a seed. */
import { points } from "./points.ts"
import type { Fault, World } from "./target.ts"

export const wait = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

const hour = 3_600_000

const anyProcess = ({ processes, random }: World): number => random.between(0, processes)

const one = () => 1

export const processFaults: ReadonlyArray<Fault> = [
  {
    name: "a worker is killed at a random moment",
    kills: one,
    happen: async (world) => void (await world.restart(world.random.between(1, world.processes), {}))
  },
  {
    name: "the server is killed at a random moment",
    kills: one,
    happen: async (world) => void (await world.restart(0, {}))
  },
  {
    name: "all processes are killed at once",
    kills: ({ processes }) => processes,
    happen: async (world) => {
      await Promise.all(Array.from({ length: world.processes }, (_, number) => world.restart(number, {})))
    }
  },
  ...points.map((point): Fault => ({
    name: `a process is killed ${point}`,
    kills: () => 2,
    happen: async (world) => {
      const number = anyProcess(world)
      const { ended } = await world.restart(number, { point, times: world.random.between(1, 8) })
      // One that does not come to the point in its time is killed where it is.
      await Promise.race([ended, wait(3000)])
      await world.restart(number, {})
    }
  })),
  ...([hour, -hour] as const).flatMap((shift): ReadonlyArray<Fault> => {
    const direction = shift > 0 ? "ahead" : "back"
    const jump = (happens: (world: World) => Promise<void>, name: string): Fault => ({
      name,
      kills: () => 1,
      happen: happens
    })
    return [
      jump(async (world) => {
        world.shiftClock(shift)
        await wait(world.random.between(500, 3000))
        // What was leased under the wrong clock is left to the others.
        await world.restart(world.random.between(1, world.processes), {})
        world.shiftClock(0)
      }, `the clock jumps an hour ${direction}, and is set right`),
      jump(async (world) => {
        const number = world.random.between(1, world.processes)
        world.shiftClock(shift, number)
        await wait(world.random.between(500, 3000))
        await world.restart(number, {})
      }, `the clock of one worker is an hour ${direction}`)
    ]
  })
]
