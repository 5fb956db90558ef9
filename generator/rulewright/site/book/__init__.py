"""One book as its pages see it: the edition that is shown, and what every case has to do with others."""
