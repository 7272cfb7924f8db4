/** Recipes: ingredients and steps in lists, between a story and a wall of comments. */
import { bemGerman, blogTheme, plainDivs } from "../skins/classic.ts"
import { boutique } from "../skins/community.ts"
import { bareSemantic, cssModules } from "../skins/modern.ts"
import { each, type MarkedPage } from "./MarkedPage.ts"

const list = (items: ReadonlyArray<string>, tag = "ul", attributes = ""): string =>
  `<${tag}${attributes} data-keep>${each(items, (item) => `<li>${item}</li>`)}</${tag}>`

export const recipe: ReadonlyArray<MarkedPage> = [
  {
    name: "leek-tart",
    skin: blogTheme,
    title: "Leek and mustard tart",
    site: "The Birch Table",
    head: `<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"WebPage","name":"Leek and mustard tart"},{"@type":"Recipe","name":"Leek and mustard tart","recipeYield":"6"}]}</script>`,
    content: `<h1 class="entry-title" data-keep>Leek and mustard tart</h1><p data-keep>My neighbour grows more leeks than she can carry, so each November a box appears on our step. This tart is what happens to half of them.</p><a class="jump-to-recipe" href="#recipe" data-drop>Jump to Recipe</a><div class="wprm-recipe-container" id="recipe"><h2 class="wprm-recipe-name" data-keep>Leek and mustard tart</h2><div class="wprm-recipe-meta-container" data-keep><span>Prep: 30 minutes</span> <span>Bake: 35 minutes</span> <span>Serves 6</span></div><h3 data-keep>Ingredients</h3>${list(["1 sheet of shortcrust", "5 leeks, sliced", "2 tablespoons grainy mustard", "3 eggs", "200 ml cream"], "ul", ' class="wprm-recipe-ingredients"')}<h3 data-keep>Method</h3>${list(["Soften the leeks in butter for twenty minutes.", "Spread mustard over the pastry.", "Whisk eggs and cream, pour over the leeks, bake at 190 degrees."], "ol", ' class="wprm-recipe-instructions"')}<div class="wprm-recipe-notes" data-keep>Keeps for two days and is better cold.</div></div><div id="comments" class="comments-area" data-drop><h2 class="comments-title">3 thoughts on “Leek and mustard tart”</h2><ol class="comment-list"><li class="comment"><article class="comment-body"><p>Made this on Sunday and everyone asked for more, thank you so much.</p></article></li><li class="comment"><article class="comment-body"><p>Could I use sour cream in place of the normal one?</p></article></li></ol><div id="respond" class="comment-respond"><h3>Leave a Reply</h3><form><label>Your name</label><textarea></textarea><button>Post comment</button></form></div></div>`
  },
  {
    name: "linsensuppe",
    skin: bemGerman,
    lang: "de",
    title: "Linsensuppe mit Essig",
    site: "Herd und Hof",
    content: `<h1 class="c-recipe__title" data-keep>Linsensuppe mit Essig</h1><p class="c-recipe__intro" data-keep>Eine Suppe, die am zweiten Tag am besten schmeckt.</p><div class="c-recipe__facts" data-keep>Für 4 Personen, 50 Minuten</div><h2 data-keep>Zutaten</h2><table class="c-ingredients" data-keep><tr><td>250 g</td><td>Berglinsen</td></tr><tr><td>2</td><td>Karotten</td></tr><tr><td>1 Stück</td><td>Sellerie</td></tr><tr><td>2 EL</td><td>Rotweinessig</td></tr></table><h2 data-keep>Zubereitung</h2><p data-keep>Gemüse würfeln und anschwitzen. Linsen und Brühe dazugeben und eine halbe Stunde köcheln lassen. Mit Essig abschmecken.</p><div class="c-rating" data-drop>Rezept bewerten</div><ul class="c-share" data-drop><li><a href="#">Drucken</a></li><li><a href="#">Per E-Mail teilen</a></li></ul>`
  },
  {
    name: "ginger-beer",
    skin: bareSemantic,
    title: "Ginger beer from a plant",
    site: "Ferment diary",
    content: `<article><h1 data-keep>Ginger beer from a plant</h1><h2 data-keep>You need</h2>${list(["50 g fresh ginger", "100 g sugar", "2 litres of water", "a pinch of yeast"])}<h2 data-keep>Steps</h2>${list(["Feed the plant daily for a week.", "Strain it into the sugared water.", "Bottle, wait five days, open outdoors."], "ol")}</article>`
  },
  {
    name: "clafoutis",
    skin: boutique,
    lang: "fr",
    title: "Clafoutis aux cerises",
    site: "La table du jeudi",
    content: `<h1 data-keep>Clafoutis aux cerises</h1><p data-keep>Préparation 15 min, cuisson 40 min, pour 8 personnes</p><h2 data-keep>Ingrédients</h2>${list(["600 g de cerises noires", "4 œufs", "100 g de farine", "30 cl de lait"])}<h2 data-keep>Préparation</h2>${list(["Beurrer le moule et y ranger les cerises.", "Battre les œufs avec la farine et le lait.", "Verser et cuire à 180 °C."], "ol")}`
  },
  {
    name: "noodles-hashed",
    skin: cssModules,
    title: "Ten minute sesame noodles",
    site: "Bowl",
    content: `<div class="css-hero"><h1 data-keep>Ten minute sesame noodles</h1><div class="css-tag" data-keep>Serves 2</div></div><div class="css-two"><div class="css-left"><div class="css-h3" data-keep>Ingredients</div>${each(
      ["200 g wheat noodles", "2 tbsp sesame paste", "1 tbsp dark vinegar", "1 spring onion"],
      (item) => `<div class="css-ing" data-keep>${item}</div>`
    )}</div><div class="css-right"><div class="css-h3" data-keep>Method</div><div class="css-step" data-keep>Boil the noodles.</div><div class="css-step" data-keep>Loosen the paste with vinegar and a ladle of noodle water.</div><div class="css-step" data-keep>Toss, top with onion, eat at once.</div></div></div>`
  },
  {
    name: "bolo-de-cenoura",
    skin: plainDivs,
    lang: "pt",
    title: "Bolo de cenoura simples",
    site: "Cozinha da Rita",
    content: `<div><h1 data-keep>Bolo de cenoura simples</h1><div data-keep>Rende doze fatias e fica pronto em uma hora.</div><div><b data-keep>Ingredientes</b></div><div data-keep>3 cenouras médias<br>4 ovos<br>2 xícaras de açúcar<br>2 xícaras de farinha</div><div><b data-keep>Modo de preparo</b></div><div data-keep>Bata as cenouras com os ovos no liquidificador. Misture o açúcar e a farinha. Asse por quarenta minutos.</div></div>`
  }
]
