/** Sentences to make pages as long as real ones; nobody said them before. */
const sentences = [
  "The valve sits behind the left panel and opens a quarter turn at a time.",
  "Most people notice the difference within a week, and a few never do.",
  "We measured it twice, in spring and in autumn, and the figures agreed to the second digit.",
  "If the lamp stays dark, check the fuse before you call anybody.",
  "It was built for a small harbour, and it shows in every corner of the design.",
  "The older model had three buttons; this one has none, which takes some getting used to.",
  "Rain collects on the flat part of the roof unless the gutter is cleared in October.",
  "You can take it apart with a coin, and it goes together again without force.",
  "Nobody in the workshop could say why the second batch was lighter than the first.",
  "The cloth is woven from wool and a little hemp, so that it keeps its shape when wet.",
  "Put the short end through the loop, pull it tight, and leave two fingers of slack.",
  "By the third winter the paint had gone from red to a friendly kind of brown.",
  "Each part carries a number that tells the year, the bench and the hand that made it.",
  "The manual is forty pages long, of which thirty-eight are warnings.",
  "A cart with two wheels turns in its own length, while one with four needs the whole yard.",
  "Keep the receipt, since the guarantee runs from the day on it and not from delivery.",
  "The path follows the dyke for an hour before it turns inland past the pumping station.",
  "When both levers point north the water runs, and when they disagree it stops.",
  "It weighs less than it looks, and it looks less than it costs.",
  "The committee met four times and agreed on nothing but the date of the fifth meeting.",
  "Leave it in the sun for a day, turn it once, and bring it in before the dew falls.",
  "Half of the street keeps bees, so the lime trees hum all through July.",
  "They changed the glue in March, after the heat of the previous summer had undone a whole shelf.",
  "The ferry takes twelve cars and as many bicycles as can lean on each other."
] as const

/** `count` sentences, other ones for another `seed`. */
export const sentencesOf = (seed: number, count: number): string =>
  Array.from({ length: count }, (_, i) => sentences[(seed * 7 + i * 5) % sentences.length]).join(" ")

/** Paragraphs of three sentences. */
export const paragraphs = (seed: number, count: number, attributes = ""): string =>
  Array.from({ length: count }, (_, i) => `<p${attributes}>${sentencesOf(seed * 11 + i, 3)}</p>`).join("\n")
