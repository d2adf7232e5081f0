# Writes the files of R in this folder: Rscript test/data/make.R (R 4.2, Matrix 1.5). The table is that of make.py.
arguments <- commandArgs(trailingOnly = FALSE)
setwd(dirname(sub("--file=", "", arguments[grep("--file=", arguments)])))
whole <- outer(0:5, 0:3, function(i, j) (7 * i + 3 * j) %% 11)
real <- sweep(whole, 2, (0:3) / 4, "+")
text <- rep(c("a", "b"), 3)
frame <- data.frame(real)
names(frame) <- c("p", "q", "r", "s")
frame$n <- c(1L, NA, 3L, 4L, 5L, 6L)
frame$flag <- c(TRUE, FALSE, NA, TRUE, FALSE, TRUE)
frame$day <- as.Date("2024-01-01") + 0:5
frame$y <- factor(text)
saveRDS(frame, "frame.rds")
named <- frame
row.names(named) <- paste0("s", 1:6)
saveRDS(named, "frame-version2.rds", version = 2, compress = FALSE)
x <- real
dimnames(x) <- list(paste0("s", 1:6), c("g", "h", "g", "k"))
y <- factor(text)
note <- "a text"
save(x, y, note, file = "matrix.RData")
saveRDS(list(X = whole, y = text, more = list(1:3, as.character(1:3))), "list.rds")
thin <- ifelse(whole < 4, real, 0)
dimnames(thin) <- dimnames(x)
saveRDS(list(X = as(Matrix::Matrix(thin, sparse = TRUE), "dgCMatrix"), y = text), "sparse.rds")
saveRDS(frame, "frame-xz.rds", compress = "xz")
saveRDS(frame, "frame-bzip2.rds", compress = "bzip2")
write.table(data.frame(real, y = text, row.names = paste0("s", 1:6)), "write-table.tsv", sep = "\t")
write.csv(data.frame(real, y = text), "write-csv.csv")
# Genes in rows, with the classes in a row of text.
genes <- rbind(data.frame(t(real)), text)
dimnames(genes) <- list(c("g", "h", "i", "k", "kind"), paste0("s", 1:6))
write.table(genes, "genes-in-rows.tsv", sep = "\t", quote = FALSE, col.names = NA)
write.table(data.frame(sample = paste0("s", 7:2), donor = c(4, 3, 3, 2, 2, 1), kind = rev(text)), "pheno.tsv", sep = "\t", row.names = FALSE)
