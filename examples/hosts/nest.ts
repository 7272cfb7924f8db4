/** NestJS on Express: `app.use(middleware(api))` before `app.listen`. */
import { middleware } from "@orbweaver/http/mount"
import { Controller, Get, Module } from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
import { createOrbweaver } from "orbweaver"
// oxlint-disable-next-line import/no-unassigned-import -- Nest reads its metadata.
import "reflect-metadata"

class Pages {
  home() {
    return "A page of your own"
  }
}
// oxlint-disable-next-line typescript/no-extraneous-class -- A module of Nest is one.
class App {}
// What `@Controller()`, `@Get()` and `@Module()` compile to: Node runs this file as it is, which allows no decorators.
Controller()(Pages)
Get()(Pages.prototype, "home", Object.getOwnPropertyDescriptor(Pages.prototype, "home")!)
Module({ controllers: [Pages] })(App)

export const start = async ({ allowLocal = false, port = 3002 } = {}) => {
  const orb = createOrbweaver({ egress: { allowLocal } })
  const api = await orb.http({ prefix: "/scraping" })
  const app = await NestFactory.create(App, { logger: false })
  app.use(middleware(api))
  await app.listen(port, "127.0.0.1")
  return { url: await app.getUrl(), close: () => app.close().then(() => orb.close()) }
}
