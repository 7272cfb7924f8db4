/**
 * The empty page that scripts of a session run in. It has no network; `page` in it asks the open page through a binding
 * (`pageFunctions.ts`), so that a script outlives the documents that it navigates.
 */

/** Name of the binding; removed from the page's globals before a script runs. */
export const bindingName = "__orbweaverCall"

/**
 * Prepares the page. Everything is kept from scripts but `page`, `console` and what answers reach it by. One call of a
 * page function has at most `maxMessage` characters.
 */
export const prelude = (maxMessage: number): string => `(() => {
  if (globalThis.page) return
  const send = globalThis.${bindingName}
  delete globalThis.${bindingName}
  const { JSON: { parse, stringify }, Promise, Map, Error, Object, Array, RegExp, String, Proxy } = globalThis
  const waiting = new Map()
  let last = 0
  let address = "about:blank"
  const encode = (value) => {
    // JSON would make it null, which is no option.
    if (value === undefined) return { $undefined: true }
    if (value instanceof RegExp) return { $regexp: [value.source, value.flags] }
    if (typeof value === "function") return { $function: String(value) }
    if (Array.isArray(value)) return value.map(encode)
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, encode(item)]))
  }
  const ask = (steps, name, args) => new Promise((resolve, reject) => {
    const id = ++last
    const text = stringify({ id, steps, name, args: args.map(encode) })
    if (text.length > ${maxMessage}) throw new Error("The arguments of " + name + " are larger than ${maxMessage} characters of JSON")
    waiting.set(id, { resolve, reject })
    send(text)
  })
  globalThis.__orbweaverAnswer = (text) => {
    const { id, url, value, error } = parse(text)
    address = url
    const found = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) found?.resolve(value)
    else found?.reject(new Error(error))
  }
  const response = (seen) => {
    if (!seen) return null
    const text = () => ask([], "response.text", [seen.number])
    const request = { url: () => seen.url, method: () => seen.method, resourceType: () => seen.resourceType }
    return {
      status: () => seen.status,
      ok: () => seen.status >= 200 && seen.status < 300,
      url: () => seen.url,
      headers: () => seen.headers,
      request: () => request,
      text,
      json: async () => parse(await text())
    }
  }
  const isAddress = (wanted, url) => wanted instanceof RegExp
    ? wanted.test(url)
    : new RegExp("^" + wanted.split(/(\\*+)/).map((part) => part[0] === "*"
      ? (part.length > 1 ? ".*" : "[^/]*")
      : part.replace(/[.+?^\${}()|[\\]\\\\]/g, "\\\\$&")).join("") + "$").test(url)
  const steps = ["locator", "frameLocator", "getByAltText", "getByLabel", "getByPlaceholder", "getByRole", "getByTestId",
    "getByText", "getByTitle", "nth", "first", "last", "owner", "contentFrame"]
  // A promise must not be found in what is no promise.
  const asObject = (own, path) => new Proxy(own, {
    get: (target, name) => {
      if (name in target || typeof name !== "string" || name === "then") return target[name]
      if (steps.includes(name)) return (...args) => locator([...path, { name, args: args.map(encode) }])
      return (...args) => ask(path, name, args)
    }
  })
  const locator = (path) => {
    const own = asObject({
      all: async () => Array.from({ length: await own.count() }, (_, index) => own.nth(index)),
      $eval: (selector, script, arg) => own.locator(selector).first().evaluate(script, arg),
      $$eval: (selector, script, arg) => own.locator(selector).evaluateAll(script, arg)
    }, path)
    return own
  }
  const group = (prefix) => new Proxy({}, { get: (_, name) => (...args) => ask([], prefix + "." + String(name), args) })
  const page = asObject({
    url: () => address,
    goto: async (...args) => response(await ask([], "goto", args)),
    reload: async (...args) => response(await ask([], "reload", args)),
    goBack: async (...args) => response(await ask([], "goBack", args)),
    goForward: async (...args) => response(await ask([], "goForward", args)),
    keyboard: group("keyboard"),
    mouse: group("mouse"),
    waitForNavigation: async (options) => response(await ask([], "waitForNavigation", [options])),
    waitForResponse: async (wanted, { timeout = 0 } = {}) => {
      const isWanted = typeof wanted === "function" ? wanted : (one) => isAddress(wanted, one.url())
      let left = timeout > 0 ? timeout : undefined
      for (let after;;) {
        const { last, seen, ...found } = await ask([], "responses", [after, left])
        after = last
        left = found.left
        for (const one of seen.map(response)) if (await isWanted(one)) return one
        if (left === 0) {
          const within = "page.waitForResponse: none of the responses within " + timeout + " ms"
          throw new Error(within + " is the one that the script waits for")
        }
      }
    },
    waitForSelector: async (selector, options) =>
      (await ask([], "waitForSelector", [selector, options])) ? page.locator(selector).first() : null,
    waitForURL: async (wanted) => {
      const isWanted = (url) => typeof wanted === "function" ? wanted(new URL(url)) : isAddress(wanted, url)
      for (;;) {
        await ask([], "waitForTimeout", [50])
        if (isWanted(address)) return
      }
    },
    $: async (selector) => (await page.locator(selector).count()) > 0 ? page.locator(selector).first() : null,
    $$: (selector) => page.locator(selector).all(),
    $eval: (selector, script, arg) => page.locator(selector).first().evaluate(script, arg),
    $$eval: (selector, script, arg) => page.locator(selector).evaluateAll(script, arg)
  }, [])
  const textOf = (value) => {
    if (typeof value === "string") return value
    if (value instanceof Error) return String(value.stack ?? value)
    if (typeof value !== "object" || value === null) return String(value)
    return stringify(value) ?? ""
  }
  // What a script logs must not end it.
  const logged = (value) => {
    try { return textOf(value) } catch { return "[a value that cannot be written as JSON]" }
  }
  const write = (stream) => (...values) => send(stringify({ stream, text: values.map(logged).join(" ").slice(0, 100000) }))
  for (const name of ["log", "info", "debug"]) console[name] = write("stdout")
  for (const name of ["warn", "error"]) console[name] = write("stderr")
  globalThis.__orbweaverText = textOf
  globalThis.page = page
})()`
