/**
 * Prompts of the `json` format as people write them, with the fields that they ask for; `undefined` where only a model can
 * follow. Written for this set.
 */
export interface JsonCase {
  readonly prompt: string
  readonly fields: ReadonlyArray<string> | undefined
}

const asks = (fields: string, ...prompts: ReadonlyArray<string>): ReadonlyArray<JsonCase> =>
  prompts.map((prompt) => ({ prompt, fields: fields.split(" ") }))
const needsModel = (...prompts: ReadonlyArray<string>): ReadonlyArray<JsonCase> =>
  prompts.map((prompt) => ({ prompt, fields: undefined }))

/** The rules were written with these in view. */
export const jsonSentences: ReadonlyArray<JsonCase> = [
  ...asks(
    "title price",
    "title and price",
    "Extract the title and the price",
    "Extract the title and price of this product.",
    "Please extract the product title and price",
    "get me the title and price from the page",
    "I need the title and the price",
    "I want the title and price please",
    "Can you extract the title and the price?",
    "Return the title and price as JSON",
    "What is the title and price?",
    "Give me title, price",
    "title & price",
    "Find the title and the price on this page"
  ),
  ...asks("pricing", "pricing", "Extract pricing", "the pricing", "pricing information", "Get all pricing details"),
  ...asks(
    "founder foundingYear",
    "founder and founding year",
    "founder, founding year",
    "Extract the founder and the founding year"
  ),
  ...asks("founder yearOfFoundation", "founder and year of foundation", "Extract founder and year of foundation"),
  ...asks(
    "author publicationDate",
    "author and publication date",
    "Extract the author and the publication date of the article",
    "Who is the author and what is the publication date?"
  ),
  ...asks(
    "name email phone",
    "name, email and phone",
    "Extract name, email, and phone",
    "contact details: name, email, phone",
    "Please return the name, email and phone",
    "- name\n- email\n- phone",
    "1. name\n2. email\n3. phone"
  ),
  ...asks(
    "address phone",
    "address and phone",
    "What are the address and phone?",
    "Extract the address and phone from the footer"
  ),
  ...asks("phone", "What is the phone?", "phone"),
  ...asks("phoneNumber", "phone number", "What's the phone number?", "Find the phone number"),
  ...asks("email", "email", "What is the email?"),
  ...asks("emailAddress", "email address", "Extract the email address"),
  ...asks("contactEmail", "What is the contact email?"),
  ...asks("name", "name", "the name of the product", "Extract the name"),
  ...asks("companyName", "the name of the company", "company name"),
  ...asks("companyName", "Company name", "What is the company name?"),
  ...asks("productName", "product name"),
  ...asks("companyName description", "company name and description", "Extract the company name and a description"),
  ...asks(
    "ingredients cookTime",
    "ingredients and cook time",
    "Extract the ingredients and the cook time of the recipe",
    "List the ingredients and cook time"
  ),
  ...asks("ingredients instructions", "ingredients and instructions", "ingredients, instructions"),
  ...asks("openingHours", "opening hours", "What are the opening hours?", "Extract the opening hours"),
  ...asks("öffnungszeiten", "Öffnungszeiten"),
  ...asks("address openingHours", "Extract the address and the opening hours"),
  ...asks("rating reviewCount", "rating and review count"),
  ...asks("rating numberOfReviews", "Extract the rating and number of reviews"),
  ...asks("rating", "rating", "What is the rating of this product?"),
  ...asks("averageRating", "average rating"),
  ...asks("price currency availability", "price, currency and availability", "Extract price, currency, availability"),
  ...asks(
    "price",
    "How much does it cost?",
    "How much is it?",
    "What does it cost?",
    "What is the price?",
    "price of the product"
  ),
  ...asks("availability", "availability", "Is it in stock?", "Is the product available?"),
  ...asks("sku brand", "sku and brand", "Extract the SKU and the brand"),
  ...asks(
    "author",
    "author",
    "Who wrote this article?",
    "Who is the author?",
    "Who wrote it?",
    "the author of the post"
  ),
  ...asks("publicationDate", "When was it published?", "When was this article published?", "publication date"),
  ...asks("founder", "Who founded the company?", "founder", "Who is the founder?"),
  ...asks("headline", "headline"),
  ...asks("title", "title", "page title", "Extract the title of the page", "What is the title of this article?"),
  ...asks("salary location", "salary and location", "Extract the salary and the location of the job"),
  ...asks("startDate location", "start date and location", "Extract the start date and location of the event"),
  ...asks(
    "preis lieferzeit",
    "Preis und Lieferzeit",
    "Extrahiere Preis und Lieferzeit",
    "Wie sind Preis und Lieferzeit?"
  ),
  ...asks("titel autor", "Titel und Autor", "Extrahiere den Titel und den Autor des Artikels", "Bitte Titel und Autor"),
  ...asks("titre prix", "titre et prix", "Extrais le titre et le prix du produit"),
  ...asks("precio", "precio", "Extrae el precio", "¿Cuál es el precio?"),
  ...needsModel(
    "Is it worth a visit?",
    "Summarise the arguments of the author in three points",
    "Which of these products would you recommend to a beginner, and why?",
    "Translate the first paragraph",
    "What is the mood of the article?",
    "Write a haiku about this page",
    "Compare the two plans",
    "Explain how the product works to a child",
    "What would a competitor say about the pricing?"
  )
]

/** Written after the rules, which were not changed for them. */
export const heldOutJson: ReadonlyArray<JsonCase> = [
  ...asks(
    "isbn publisher",
    "the ISBN and publisher of the book",
    "ISBN + publisher",
    "I'd like to know the isbn and publisher"
  ),
  ...asks("weight dimensions", "weight and dimensions", "Could you give me the weight and the dimensions?"),
  ...asks("color size material", "color, size, material", "Retrieve color, size and material"),
  ...asks("category", "Which category is it in?", "What category is this product in?"),
  ...asks("calories", "How many calories does it have?", "calories per serving"),
  ...asks("image url", "image and url", "Collect the image and the url"),
  ...asks("servings", "For how many people is it?", "servings"),
  ...asks("price", "how much do they want for it", "Kannst du mir den Preis nennen?", "the price, please"),
  ...asks(
    "date location organizer",
    "date, location and organizer of the event",
    "Give me the date, location & organizer"
  ),
  ...asks("address", "Where is the company based?", "full address"),
  ...asks("author", "the writer's name", "author of this piece"),
  ...needsModel("Does the author like spiders?", "List the three most surprising facts", "Turn the table into a story")
]
