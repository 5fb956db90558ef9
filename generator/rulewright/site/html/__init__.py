"""HTML of the site: texts and elements that are escaped, addresses of pages, references and marks in prose."""
