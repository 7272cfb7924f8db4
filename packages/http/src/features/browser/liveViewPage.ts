/** Style and script of the page that shows a browser session; they run in the viewer's browser. */

export const style = `
body { margin: 0; font: 14px system-ui, sans-serif; background: #f4f4f5; color: #18181b }
output { display: block; padding: 6px 12px; overflow-wrap: anywhere }
img { display: block; max-width: 100%; background: #fff }
img:focus-visible { outline: 2px solid #2563eb; outline-offset: -2px }
@media (prefers-color-scheme: dark) { body { background: #18181b; color: #f4f4f5 } }
`

export const script = `
const picture = document.getElementById("picture")
const url = document.getElementById("url")
const state = document.getElementById("state")
const socket = new WebSocket(location.href.replace(/^http/, "ws"))
const size = { width: 1, height: 1 }

socket.onmessage = ({ data }) => {
  const message = JSON.parse(data)
  if (message.type === "error") { state.textContent = message.error; return }
  size.width = message.width
  size.height = message.height
  url.textContent = message.url
  picture.src = "data:image/jpeg;base64," + message.data
  state.textContent = ""
}
socket.onclose = ({ code }) => {
  state.textContent = code === 1006
    ? "Not connected: the session has ended, the address is another one's, or as many viewers are there as it takes"
    : "The session has ended"
}

const send = (message) => { if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message)) }
const modifiers = (event) => event.altKey * 1 + event.ctrlKey * 2 + event.metaKey * 4 + event.shiftKey * 8

const onMouse = (type, event) => {
  event.preventDefault()
  const box = picture.getBoundingClientRect()
  const isMove = type === "mouseMoved" || type === "mouseWheel"
  send({
    type: "mouse", event: type,
    x: (event.clientX - box.left) * size.width / box.width,
    y: (event.clientY - box.top) * size.height / box.height,
    button: isMove ? "none" : ["left", "middle", "right"][event.button] ?? "none",
    clickCount: isMove ? 0 : Math.min(3, Math.max(1, event.detail)),
    deltaX: event.deltaX ?? 0, deltaY: event.deltaY ?? 0,
    modifiers: modifiers(event)
  })
}
const onKey = (type, event) => {
  const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey
  // So that a text can be pasted, and the page can be left with the keyboard.
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "v") return
  if (event.key === "Tab" && event.shiftKey) return
  event.preventDefault()
  const text = isText ? event.key : event.key === "Enter" ? "\\r" : undefined
  send({
    type: "key", event: type, key: event.key, code: event.code, keyCode: event.keyCode & 255,
    ...(text === undefined || type === "keyUp" ? {} : { text }), modifiers: modifiers(event)
  })
}

if (location.pathname.endsWith("/interactive")) {
  let lastMove = 0
  picture.onmousedown = (event) => { picture.focus(); onMouse("mousePressed", event) }
  picture.onmouseup = (event) => onMouse("mouseReleased", event)
  picture.onmousemove = (event) => {
    if (event.timeStamp - lastMove < 50) return
    lastMove = event.timeStamp
    onMouse("mouseMoved", event)
  }
  picture.addEventListener("wheel", (event) => onMouse("mouseWheel", event), { passive: false })
  picture.oncontextmenu = (event) => event.preventDefault()
  picture.onkeydown = (event) => onKey("keyDown", event)
  picture.onkeyup = (event) => onKey("keyUp", event)
  document.onpaste = ({ clipboardData }) => {
    if (document.activeElement === picture) send({ type: "text", text: clipboardData.getData("text").slice(0, 100000) })
  }
}
`
