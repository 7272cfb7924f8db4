/**
 * Where a page shows the recipe that its data describe. The plug-ins that write recipes give their boxes names such as
 * `snippet-basic-buttons`, and themes put ingredients into a `sidebar`: what holds most of the ingredients or steps is
 * not boilerplate, whatever its name.
 */
import { type Json, jsonLd } from "../../structured/jsonLd.ts"
import { attribute, attributeBit, text, type Tree } from "../../tree/Tree.ts"
import { kind, Kind, Tag } from "../../tree/tags.ts"
import type { Features } from "../features/Features.ts"
import { collapsed } from "../../page/line.ts"

/** Characters of a text that is looked for in the data; shorter ones stand anywhere. */
const shortest = 4
const longest = 600
/** Of a long text its beginning is enough. */
const comparedLength = 80
/** Ingredients and steps read of one page. */
const maxParts = 200
/** Data inside each other: a step in a section in a recipe in a graph. */
const deepest = 8

interface Recipe {
  readonly ingredients: Array<string>
  readonly steps: Array<string>
}

/** Texts compared with parts of the recipe: far more than any page needs. */
const maxComparisons = 100_000

/** Says of a node whether it holds at least half of the ingredients, or of the steps. */
export interface RecipeParts {
  readonly ingredients: (node: number) => boolean
  readonly steps: (node: number) => boolean
}

export const recipeParts = (features: Features): RecipeParts => {
  const { body, tree } = features
  const recipe: Recipe = { ingredients: [], steps: [] }
  for (const value of jsonLd(tree)) readRecipe(value, recipe, 0)
  const ingredients = new Int32Array(tree.size)
  const steps = new Int32Array(tree.size)
  const marked = { ingredients: 0, steps: 0 }
  const comparisons = recipe.ingredients.length + recipe.steps.length
  const words = new Set([...recipe.ingredients, ...recipe.steps].flatMap((part) => part.match(word) ?? []))
  let left = maxComparisons
  for (let node = body; node < tree.size; node++) {
    const id = tree.tag[node]!
    if (id === Tag.text) {
      const lineText = comparisons === 0 || left <= 0 ? "" : shownText(tree, node)
      // Most texts of a page begin with a word that its recipe does not have.
      if (lineText === "" || !words.has(firstWord.exec(lineText)?.[0] ?? "")) continue
      left -= comparisons
      noteText(node, lineText, recipe, ingredients, steps)
    } else if ((tree.attributeMask[node]! & propertyBit) !== 0) noteProperty(tree, node, marked, ingredients, steps)
  }
  for (let node = tree.size - 1; node > body; node--) {
    const up = tree.parent[node]!
    ingredients[up]! += ingredients[node]!
    steps[up]! += steps[node]!
  }
  const isMost = (found: number, wanted: number): boolean => found >= 2 && 2 * found >= wanted
  const wantedIngredients = Math.max(recipe.ingredients.length, marked.ingredients)
  const wantedSteps = Math.max(recipe.steps.length, marked.steps)
  return {
    ingredients: (node) => wantedIngredients > 0 && isMost(ingredients[node]!, wantedIngredients),
    steps: (node) => wantedSteps > 0 && isMost(steps[node]!, wantedSteps)
  }
}

const propertyBit = attributeBit("itemprop")

const noteProperty = (
  tree: Tree,
  node: number,
  marked: { ingredients: number; steps: number },
  ingredients: Int32Array,
  steps: Int32Array
): void => {
  const property = attribute(tree, node, "itemprop")?.toLowerCase()
  if (property === "recipeingredient" || property === "ingredients") {
    ingredients[node]!++
    marked.ingredients++
  } else if (property === "recipeinstructions") {
    steps[node]! += 2
    marked.steps++
  }
}

const word = /[\p{L}\p{N}\p{M}]+/gu
const firstWord = /[\p{L}\p{N}\p{M}]+/u

/** What a text says, `""` when it is too short or not shown. */
const shownText = (tree: Tree, node: number): string => {
  const isShown = (kind[tree.tag[tree.parent[node]!]!]! & Kind.skip) === 0
  if (tree.end[node]! - tree.start[node]! < shortest || !isShown) return ""
  const lineText = collapsed(text(tree, node).slice(0, longest)).toLowerCase()
  return lineText.length < shortest ? "" : lineText
}

const noteText = (node: number, lineText: string, recipe: Recipe, ingredients: Int32Array, steps: Int32Array): void => {
  // An ingredient may be cut into amount, unit and name, a step into several texts.
  if (lineText.length < 200 && recipe.ingredients.some((part) => part.includes(lineText))) ingredients[node] = 1
  else if (lineText.length >= 20) {
    const start = lineText.slice(0, comparedLength)
    if (recipe.steps.some((part) => part.includes(start) || lineText.includes(part))) steps[node] = 1
  }
}

const readRecipe = (value: Json | undefined, recipe: Recipe, depth: number): void => {
  if (typeof value !== "object" || value === null || depth > deepest) return
  if (Array.isArray(value)) {
    for (const member of value as ReadonlyArray<Json>) readRecipe(member, recipe, depth + 1)
    return
  }
  const record = value as { readonly [key: string]: Json }
  addTexts(record["recipeIngredient"], recipe.ingredients, 0)
  addTexts(record["recipeInstructions"], recipe.steps, 0)
  readRecipe(record["@graph"], recipe, depth + 1)
  readRecipe(record["mainEntity"], recipe, depth + 1)
}

/** Texts of a list: strings, steps with a `text`, and sections of such steps. */
const addTexts = (value: Json | undefined, found: Array<string>, depth: number): void => {
  if (found.length >= maxParts || depth > deepest) return
  if (typeof value === "string") {
    const line = collapsed(value.slice(0, longest).replaceAll(/<[^<>]*>/g, " ")).toLowerCase()
    if (line.length >= shortest) found.push(line)
  } else if (Array.isArray(value)) {
    for (const member of value as ReadonlyArray<Json>) addTexts(member, found, depth + 1)
  } else if (typeof value === "object" && value !== null) {
    const record = value as { readonly [key: string]: Json }
    addTexts(record["itemListElement"] ?? record["text"], found, depth + 1)
  }
}
